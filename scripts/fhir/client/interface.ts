import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  askToken,
  assertionOf,
  newSystem,
  tokenForm,
} from '../../../src/server/features/clinical-access/signing.fixture.ts';
import { setWebhook } from '../../../src/server/features/clinical-access/webhooks/webhook-store.ts';
import { updateAnswers } from '../../../src/server/features/acp/operations.ts';
import { contextFor, fullAnswers, person, provider } from '../../../testing/people.ts';
import type { TestApp } from '../../../testing/start-app.ts';

/** Result of reading the interface: the steps that passed, and the client's error if one failed. */
export type ClientReading = { steps: string[]; problem: string | null };

/**
 * Reads the interface for clinical systems of a server with HAPI's generic client, end to end: a signed assertion, the access token,
 * searches, pages, documents, refusals.
 */
export const readWithGenericClient = async (app: TestApp, jars: string): Promise<ClientReading> =>
  run(jars, await argumentsOf(app));

/** Makes a resident with two signed versions and a clinical system with a token. Returns the arguments of the client. */
async function argumentsOf(app: TestApp): Promise<string[]> {
  const { services, url } = app;
  const house = await provider(services, 'Banksia House');
  const plan = { status: 'complete', answers: fullAnswers() } as const;
  const named = { firstName: 'Margaret', lastName: 'Doyle', dob: '12/03/1941' };
  const who = await person(services, { providerId: house, plan, ...named });
  await services.db.updateTable('users').set({ customer_id: 'R-17' }).where('id', '=', who.userId).execute();
  await updateAnswers.call(contextFor(services, who.actor), {
    ...{ id: who.acpId, answers: { explanations: 'I changed this.' }, confirmed: ['explanations'] },
    ...{ status: 'complete', version: 2 },
  });
  const system = await newSystem(app, house, 'RSA');
  const address = 'https://ward.example.com/notices';
  const set = { clientId: system.clientId, address, setBy: who.userId, now: services.clock() };
  await setWebhook(services.db, set);
  const { body } = await askToken(url, tokenForm(await assertionOf(app, system)));
  if (body.access_token === undefined) throw new Error(`No token: ${body.error}`);
  const number = `${url}/fhir/sid/customer-id/${house}`;
  return [`${url}/fhir`, body.access_token, number, 'R-17', 'Doyle', 'Margaret', '1941-03-12'];
}

/** Runs the client, while this process stays free for the stage. */
async function run(jars: string, given: readonly string[]): Promise<ClientReading> {
  const program = join(import.meta.dirname, 'ReadInterface.java');
  const client = spawn('java', ['-cp', join(jars, '*'), program, ...given]);
  let [steps, problems] = ['', ''];
  client.stdout.on('data', (chunk: Buffer) => (steps += chunk.toString()));
  client.stderr.on('data', (chunk: Buffer) => (problems += chunk.toString()));
  const [status] = (await once(client, 'close')) as [number | null];
  return { steps: steps.split('\n').filter(Boolean), problem: status === 0 ? null : problems };
}
