import { randomUUID } from 'node:crypto';
import { ownValue } from '../src/domain/questionnaire/answers.ts';
import { stepOf } from '../src/domain/questionnaire/definition.ts';
import { TestClient } from '../testing/client.ts';
import { fullAnswers, person } from '../testing/people.ts';
import { digits, type Figure } from './figure.ts';
import { compare, runLoad, type Client, type Comparison } from './load.ts';
import { onStage, type Stage } from './stage.ts';

const json = { 'content-type': 'application/json' };
const mutation = `mutation updateAnswers($id: ID!, $answers: JSON!, $version: Int!, $key: String) {
  updateAnswers(id: $id, answers: $answers, status: draft, version: $version, step: "step4", idempotency_key: $key) {
    returning { id version answers }
  }
}`;

/** What the questionnaire sends of its longest step: that step's answers and notes, not the whole plan. */
const step4 = Object.fromEntries(
  stepOf('step4').questions.flatMap(({ key, note }) =>
    [key, ...(note ? [note] : [])].map((each) => [each, ownValue(fullAnswers(), each) ?? null]),
  ),
);

/** Somebody who is signed in and saves one step of their own plan again and again. */
export async function saver({ services }: Stage, origin: string): Promise<{ acpId: string; client: Client }> {
  const plan = { status: 'draft', answers: fullAnswers() } as const;
  const { email, password, acpId } = await person(services, { plan });
  const browser = new TestClient(origin);
  await browser.signIn(email, password);
  const saved = services.db.selectFrom('acps').select('version').where('id', '=', acpId);
  let { version } = await saved.executeTakeFirstOrThrow();
  const headers = { ...json, origin, cookie: browser.cookieHeader() };
  const client: Client = {
    next() {
      const variables = { id: acpId, answers: step4, version, key: randomUUID() };
      return {
        method: 'POST',
        path: '/api/graphql',
        headers,
        body: JSON.stringify({ query: mutation, variables }),
      };
    },
    take(body) {
      const { data, errors } = JSON.parse(body);
      if (!data) throw new Error(`The step was not saved: ${JSON.stringify(errors)}`);
      version = data.updateAnswers.returning[0].version;
    },
  };
  return { acpId, client };
}

/** Puts a plan into the bare server's table: whose id it has, with the same answers. */
export async function addBarePlan({ services }: Stage, acpId: string): Promise<void> {
  const { sql } = await import('kysely');
  const answers = JSON.stringify(fullAnswers());
  await sql`insert into bare_plans (id, answers) values (${acpId}, ${answers}::jsonb)`.execute(services.db);
}

/**
 * Saving a step through GraphQL (session, version, checks, sealing, audit, event, idempotency, in one transaction)
 * against a bare route that only updates the JSON by the same step. Eight people at once, each saving their own plan.
 */
export function benchSaving(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const [ours, bare] = [await stage.serve('ours'), await stage.serve('bare')];
    const ourClients: Client[] = [];
    const bareClients: Client[] = [];
    for (let count = 0; count < 8; count += 1) {
      const { acpId, client } = await saver(stage, ours.origin);
      await addBarePlan(stage, acpId);
      const body = JSON.stringify({ id: acpId, answers: step4 });
      ourClients.push(client);
      bareClients.push({ next: () => ({ method: 'POST', path: '/save', headers: json, body }) });
    }
    const result = await compare({
      rounds: 6,
      async ours() {
        const run = await runLoad(ours.origin, ourClients, 3);
        await stage.settle();
        return run;
      },
      bare: () => runLoad(bare.origin, bareClients, 3),
    });
    return comparisonFigures('saving a step', result, 0.5);
  });
}

/** The ratio with its goal, and how long the slowest of a hundred requests take. */
export function comparisonFigures(name: string, { ratio, ours, bare }: Comparison, least?: number): Figure[] {
  const speeds = `${digits(ours.perSecond)} a second, bare ${digits(bare.perSecond)}; p50 ${digits(ours.p50)} ms, bare ${digits(bare.p50)}`;
  return [
    {
      name,
      value: ratio,
      unit: 'of the bare route',
      ...(least !== undefined && { goal: { least } }),
      about: speeds,
    },
    {
      name: `${name}, p99`,
      value: ours.p99,
      unit: 'ms',
      about: `eight at once; bare ${digits(bare.p99)} ms`,
    },
  ];
}
