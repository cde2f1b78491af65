import { fullAnswers, person } from '../testing/people.ts';
import { TestClient } from '../testing/client.ts';
import { compare, runLoad, type Client } from './load.ts';
import type { Stage } from './stage.ts';

/** The open emergency page, HTML and all, against a bare route that reads the same rows and answers with JSON. */
export async function benchEmergency(stage: Stage, rounds: number, seconds: number) {
  const [ours, bare] = [await stage.serve('ours'), await stage.serve('bare')];
  const who = await person(stage.application.services, {
    plan: { status: 'complete', answers: fullAnswers() },
    contacts: [
      { name: 'Helen Doyle', email: 'helen@test.example', phone: '0400 000 001', relationship: 'Daughter', substitutedDecisionMaker: true, accepted: true },
      { name: 'Peter Doyle', email: 'peter@test.example', phone: '0400 000 002', relationship: 'Son', accepted: true },
    ],
  });
  const reader = new TestClient(ours.origin);
  const path = `/acp-login/${who.shareId}`;
  await reader.fetch(path, {
    method: 'POST',
    body: new URLSearchParams({ pin: who.pin }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const html = await (await reader.fetch(path)).text();
  if (!html.includes('Margaret')) throw new Error('The emergency page did not open');
  const headers = { cookie: reader.cookieHeader() };
  const times = <T>(make: () => T) => Array.from({ length: 8 }, make);
  const ourClients: Client[] = times(() => ({ next: () => ({ method: 'GET', path, headers }) }));
  const bareClients: Client[] = times(() => ({ next: () => ({ method: 'GET', path: `/emergency/${who.shareId}`, headers: {} }) }));
  const result = await compare(() => runLoad(ours.origin, ourClients, seconds), () => runLoad(bare.origin, bareClients, seconds), rounds);
  return { ...result, htmlBytes: Buffer.byteLength(html) };
}
