import { randomUUID } from 'node:crypto';
import { ownValue } from '../src/domain/questionnaire/answers.ts';
import { stepOf } from '../src/domain/questionnaire/definition.ts';
import { verifyAudit } from '../src/server/pipeline/audit/audit-verify.ts';
import { TestClient } from '../testing/client.ts';
import { fullAnswers, person } from '../testing/people.ts';
import { digits, type Figure } from './measuring/figure.ts';
import { byTurns, runLoad, type Client, type Runs } from './measuring/load.ts';
import { onStage, type Stage } from './stage.ts';

const json = { 'content-type': 'application/json' };
const mutation = `mutation updateAnswers($id: ID!, $answers: JSON!, $version: Int!, $key: String) {
  updateAnswers(id: $id, answers: $answers, status: draft, version: $version, step: "step4", idempotency_key: $key) {
    returning { id version answers }
  }
}`;

/** Data that the questionnaire sends for its longest step: that step's answers and notes, not the whole plan. */
const step4 = Object.fromEntries(
  stepOf('step4').questions.flatMap(({ key, note }) =>
    [key, ...(note ? [note] : [])].map((each) => [each, ownValue(fullAnswers(), each) ?? null]),
  ),
);

/** A signed-in person who saves one step of their own plan repeatedly. */
export async function saver({ services }: Stage, origin: string): Promise<{ acpId: string; client: Client }> {
  const plan = { status: 'draft', answers: fullAnswers() } as const;
  const { email, password, acpId } = await person(services, { plan });
  const browser = new TestClient(origin);
  await browser.signIn(email, password);
  const headers = { ...json, origin, cookie: browser.cookieHeader() };
  const client = clientOf({
    headers,
    path: '/api/graphql',
    bodyOf: (version) => ({
      query: mutation,
      variables: { id: acpId, answers: step4, version, key: randomUUID() },
    }),
    savedIn: (body) => (body as { data?: { updateAnswers?: Saved } }).data?.updateAnswers,
    version: await versionOf(services, acpId),
  });
  return { acpId, client };
}

/** The same through the handwritten route, with a session of the product's own sign-in. */
async function handwrittenSaver(stage: Stage, ours: string, origin: string): Promise<Client> {
  const { services } = stage;
  const plan = { status: 'draft', answers: fullAnswers() } as const;
  const { email, password, acpId } = await person(services, { plan });
  const browser = new TestClient(ours);
  await browser.signIn(email, password);
  return clientOf({
    headers: { ...json, origin, cookie: browser.cookieHeader() },
    path: '/api/save',
    bodyOf: (version) => ({ id: acpId, answers: step4, version, idempotency_key: randomUUID() }),
    savedIn: (body) => body as Saved,
    version: await versionOf(services, acpId),
  });
}

async function versionOf({ db }: Stage['services'], acpId: string): Promise<number> {
  const saved = db.selectFrom('acps').select('version').where('id', '=', acpId);
  return (await saved.executeTakeFirstOrThrow()).version;
}

type Saved = { returning?: { version: number }[] };

type Saver = {
  headers: Record<string, string>;
  path: string;
  bodyOf: (version: number) => unknown;
  /** Returns the saved plan in a response; undefined for a refusal. */
  savedIn: (body: unknown) => Saved | undefined;
  version: number;
};

function clientOf({ headers, path, bodyOf, savedIn, version }: Saver): Client {
  let current = version;
  return {
    next: () => ({ method: 'POST', path, headers, body: JSON.stringify(bodyOf(current)) }),
    take(body) {
      const saved = savedIn(JSON.parse(body))?.returning?.[0];
      if (saved?.version !== current + 1) throw new Error(`The step was not saved: ${body.slice(0, 300)}`);
      current = saved.version;
    },
  };
}

/** Inserts a plan into the bare server's table, with the same id and the same answers. */
export async function addBarePlan({ services }: Stage, acpId: string): Promise<void> {
  const { sql } = await import('kysely');
  const answers = JSON.stringify(fullAnswers());
  await sql`insert into bare_plans (id, answers) values (${acpId}, ${answers}::jsonb)`.execute(services.db);
}

/**
 * Compares saving a step through the product with a handwritten route with the same guarantees (handwritten-save.ts), which shows
 * the cost of the product's layers, and with a bare route that only updates the JSON of the same step, which shows the cost
 * of the guarantees. Eight people at once, each saving their own plan.
 */
export function benchSaving(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const [ours, handwritten, bare] = [
      await stage.serve('ours'),
      await stage.serve('handwritten'),
      await stage.serve('bare'),
    ];
    const ourClients: Client[] = [];
    const handwrittenClients: Client[] = [];
    const bareClients: Client[] = [];
    for (let count = 0; count < 8; count += 1) {
      const { acpId, client } = await saver(stage, ours.origin);
      await addBarePlan(stage, acpId);
      const body = JSON.stringify({ id: acpId, answers: step4 });
      ourClients.push(client);
      handwrittenClients.push(await handwrittenSaver(stage, ours.origin, handwritten.origin));
      bareClients.push({ next: () => ({ method: 'POST', path: '/save', headers: json, body }) });
    }
    const load = async (origin: string, clients: Client[]) => {
      const run = await runLoad(origin, clients, 3);
      // Events left by one load must not be handled during the next one.
      await stage.settle();
      return run;
    };
    const runs = await byTurns(9, {
      ours: () => load(ours.origin, ourClients),
      handwritten: () => load(handwritten.origin, handwrittenClients),
      bare: () => load(bare.origin, bareClients),
    });
    await checkGuarantees(
      stage,
      handwritten.origin,
      await handwrittenSaver(stage, ours.origin, handwritten.origin),
    );
    const byHand = runs.handwritten;
    return [
      {
        name: 'saving a step',
        value: runs.ours.perSecond / byHand.perSecond,
        unit: 'of the handwritten route',
        goal: { least: 0.8 },
        about: `${digits(runs.ours.perSecond)} a second, by hand ${digits(byHand.perSecond)}; p50 ${digits(runs.ours.p50)} ms, by hand ${digits(byHand.p50)}; p99 ${digits(runs.ours.p99)} ms, by hand ${digits(byHand.p99)}`,
      },
      {
        name: 'saving a step by hand',
        value: byHand.perSecond / runs.bare.perSecond,
        unit: 'of the bare route',
      },
      ...comparisonFigures('saving a step', runs),
    ];
  });
}

/**
 * Checks that the handwritten route does what the product does; otherwise the measurement is meaningless.
 * @throws Error when its audit chains are invalid, or a repeated call does not get the first one's response
 */
async function checkGuarantees({ services }: Stage, origin: string, client: Client): Promise<void> {
  const { faults } = await verifyAudit(services.db, services.secrets);
  if (faults.length > 0) throw new Error(`The audit chain is invalid: ${JSON.stringify(faults[0])}`);
  const { path, ...request } = client.next();
  const first = await fetch(origin + path, request);
  const saved = await first.text();
  client.take?.(saved);
  const again = await fetch(origin + path, request);
  if (!again.ok || (await again.text()) !== saved)
    throw new Error('A repeated call got a different response');
  const changed = request.body?.replace(/"version":\d+/, '"version":0');
  const other = await fetch(origin + path, { ...request, body: changed ?? '' });
  if (other.ok) throw new Error('An idempotency key was accepted for a different call');
}

/** Returns the ratio with its goal, and the time of the slowest of a hundred requests. */
export function comparisonFigures(
  name: string,
  { ours, bare }: Runs<'ours' | 'bare'>,
  least?: number,
): Figure[] {
  const speeds = `${digits(ours.perSecond)} a second, bare ${digits(bare.perSecond)}; p50 ${digits(ours.p50)} ms, bare ${digits(bare.p50)}`;
  return [
    {
      name,
      value: ours.perSecond / bare.perSecond,
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
