import pg from 'pg';
import { fullAnswers, person } from '../testing/people.ts';
import { TestClient } from '../testing/client.ts';
import { compare, runLoad, type Client } from './load.ts';
import { newKey, type Stage } from './stage.ts';

const json = { 'content-type': 'application/json' };
const mutation = `mutation updateAnswers($id: ID!, $answers: JSON!, $version: Int!, $key: String) {
  updateAnswers(id: $id, answers: $answers, status: draft, version: $version, step: "step4", idempotency_key: $key) {
    returning { id version answers }
  }
}`;

/**
 * Saving a step through GraphQL (session, version check, sealing, audit, event, idempotency) against a bare route that
 * only updates the JSON. Eight people at once, each saving their own plan.
 */
export async function benchSaving(stage: Stage, rounds: number, seconds: number) {
  const [ours, bare] = [await stage.serve('ours'), await stage.serve('bare')];
  const pool = new pg.Pool({ connectionString: stage.databaseUrl });
  const answers = fullAnswers();
  const ourClients: Client[] = [];
  const bareClients: Client[] = [];
  for (let n = 0; n < 8; n += 1) {
    const who = await person(stage.application.services, { plan: { status: 'draft', answers } });
    const browser = new TestClient(ours.origin);
    await browser.signIn(who.email, who.password);
    const row = await stage.application.services.db.selectFrom('acps').select('version').where('id', '=', who.acpId).executeTakeFirstOrThrow();
    let { version } = row;
    const headers = { ...json, origin: ours.origin, cookie: browser.cookieHeader() };
    ourClients.push({
      next: () => ({
        method: 'POST',
        path: '/api/graphql',
        headers,
        body: JSON.stringify({ query: mutation, variables: { id: who.acpId, answers, version, key: newKey() } }),
      }),
      take(_, body) {
        version = JSON.parse(body).data.updateAnswers.returning[0].version;
      },
    });
    await pool.query('insert into bare_plans (id, answers) values ($1, $2)', [who.acpId, JSON.stringify(answers)]);
    const body = JSON.stringify({ id: who.acpId, answers });
    bareClients.push({ next: () => ({ method: 'POST', path: '/save', headers: json, body }) });
  }
  await pool.end();
  return compare(() => runLoad(ours.origin, ourClients, seconds), () => runLoad(bare.origin, bareClients, seconds), rounds);
}
