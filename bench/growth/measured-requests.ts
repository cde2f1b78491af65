import { randomUUID } from 'node:crypto';
import { typePin } from '../../src/server/features/emergency/emergency.fixture.ts';
import { TestClient } from '../../testing/client.ts';
import {
  contextFor,
  fullAnswers,
  password,
  person,
  provider,
  signingAnswers,
  type TestPerson,
} from '../../testing/people.ts';
import { updateAnswers } from '../../src/server/features/acp/operations.ts';
import { openCard } from '../emergency.ts';
import { cookieOf } from '../notifications.ts';
import { saver } from '../saving.ts';
import type { Stage } from '../stage.ts';
import type { CostName } from './load-model.ts';

/** Sends one request of a kind; `turn` counts from 0. */
export type Send = (turn: number) => Promise<void>;

const readPlan = 'query plan($id: ID!) { getActiveAcps(id: $id) { id version answers } }';
const dashboard = `query dashboard($id: ID!, $acp: ID!) {
  getActiveAcps(id: $acp) { id version status }
  getUserById(id: $id) { id file_counts { ACP ADDITIONAL_DOCUMENT WISHES } }
  recentActivities(limit: 4) { id template created_at }
}`;
const signing = `mutation updateAnswers($id: ID!, $answers: JSON!, $version: Int!) {
  updateAnswers(id: $id, answers: $answers, status: complete, version: $version, step: "step9") { returning { id } }
}`;

const contact = { phone: '0491 570 156', accepted: true };

/** Two accepted contacts, one of whom may decide. */
export const contacts = [
  {
    ...contact,
    name: 'Helen Doyle',
    email: 'helen@test.example',
    relationship: 'Daughter',
    substitutedDecisionMaker: true,
  },
  { ...contact, name: 'Peter Doyle', email: 'peter@test.example', relationship: 'Son' },
];

function check(ok: boolean, what: string, answer: unknown): void {
  if (!ok) throw new Error(`${what} failed: ${JSON.stringify(answer)?.slice(0, 300)}`);
}

const nth = <Item>(items: readonly Item[], turn: number): Item => items[turn % items.length]!;

type Made = { who: TestPerson; browser: TestClient };

async function people(
  { services }: Stage,
  origin: string,
  number: number,
  spec: Parameters<typeof person>[1],
) {
  const made: Made[] = [];
  for (let count = 0; count < number; count += 1) {
    const who = await person(services, spec);
    made.push({ who, browser: new TestClient(origin) });
  }
  return made;
}

/** Number of people whose plan is signed, and of those whose card is opened; each once a round. */
export const signers = 40;

type Sends<Name extends CostName> = Record<Name, Send>;

/** Requests of signed-in people with a signed plan. */
async function visitorSends(
  stage: Stage,
  origin: string,
  spec: Parameters<typeof person>[1],
): Promise<Sends<'signIn' | 'dashboard' | 'readPlan' | 'planPdf' | 'file'>> {
  const visitors = await people(stage, origin, 20, spec);
  for (const { who, browser } of visitors) await browser.signIn(who.email, password);
  return {
    async signIn(turn) {
      const { who } = nth(visitors, turn);
      const { status } = await new TestClient(origin).post(
        '/api/auth/email-password',
        { email: who.email, password, type: 'login' },
        { 'x-forwarded-for': `203.0.113.${turn % 200}` },
      );
      check(status === 200, 'A sign-in', status);
    },
    async dashboard(turn) {
      const { who, browser } = nth(visitors, turn);
      const { data, errors } = await browser.graphql(dashboard, { id: who.userId, acp: who.acpId });
      check(Boolean(data) && !errors, 'A dashboard', errors);
    },
    async readPlan(turn) {
      const { who, browser } = nth(visitors, turn);
      const { data, errors } = await browser.graphql(readPlan, { id: who.acpId });
      check(Boolean(data) && !errors, 'A plan', errors);
    },
    async planPdf(turn) {
      const { browser } = nth(visitors, turn);
      const response = await browser.fetch('/api/acp/plan.pdf');
      check((await response.arrayBuffer()).byteLength > 1_000, 'A PDF', response.status);
    },
    async file() {
      const response = await fetch(`${origin}/login`);
      check((await response.text()).includes('<html'), 'A file', response.status);
    },
  };
}

/** Saves of drafts, four people at once, and first signatures, each of another person. */
async function saveSends(
  stage: Stage,
  origin: string,
  providerId: string,
): Promise<Sends<'draftSave' | 'signedSave'>> {
  const plan = { status: 'draft' as const, answers: fullAnswers() };
  const toSign = await people(stage, origin, signers * 2, { providerId, contacts, plan });
  const cookies = await Promise.all(toSign.map(({ who }) => cookieOf(stage, who)));
  const savers = await Promise.all(Array.from({ length: 4 }, () => saver(stage, origin)));
  const saving: Promise<void>[] = [];
  const signature = await signingAnswers('Margaret Doyle', 1);
  const acps = await stage.services.db.selectFrom('acps').select(['id', 'version']).execute();
  const versions = new Map(acps.map(({ id, version }) => [id, version]));
  return {
    async draftSave(turn) {
      // A saver needs the version of its last save, so it sends one at a time.
      const place = turn % savers.length;
      const last = saving[place];
      const mine = (async () => {
        await last;
        const { client } = nth(savers, turn);
        const { path, method, headers, body } = client.next();
        const response = await fetch(origin + path, { method, headers, ...(body && { body }) });
        client.take?.(await response.text());
      })();
      saving[place] = mine;
      await mine;
    },
    async signedSave(turn) {
      const { who } = nth(toSign, turn);
      const response = await fetch(`${origin}/api/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, cookie: cookies[turn % cookies.length]! },
        body: JSON.stringify({
          query: signing,
          variables: { id: who.acpId, answers: signature, version: versions.get(who.acpId) },
        }),
      });
      const { errors } = (await response.json()) as { errors?: unknown[] };
      check(!errors?.length, 'A signature', errors);
    },
  };
}

/** Prepares the requests to measure. */
export async function prepareRequests(stage: Stage, origin: string): Promise<Sends<CostName>> {
  const providerId = await provider(stage.services);
  const signed = { providerId, contacts, plan: { status: 'complete' as const, answers: fullAnswers() } };
  const toOpen = await people(stage, origin, signers, signed);
  const card = await openCard(stage, origin);
  return {
    ...(await visitorSends(stage, origin, signed)),
    ...(await saveSends(stage, origin, providerId)),
    async emergencyPin(turn) {
      const { who, browser } = nth(toOpen, turn);
      const { status } = await typePin(browser, who.shareId, who.pin);
      check(status === 303, 'A PIN', status);
    },
    async emergencyPage() {
      const response = await fetch(origin + card.path, { headers: { cookie: card.cookie } });
      check((await response.text()).includes('Margaret'), 'An emergency page', response.status);
    },
  };
}

/** Makes customers with a whole history, whose size is then measured: draft saves, three signed versions, three openings. */
export async function makeHistories(stage: Stage, origin: string, number: number): Promise<void> {
  const { services } = stage;
  const providerId = await provider(services);
  for (let count = 0; count < number; count += 1) {
    const who = await person(services, {
      providerId,
      contacts,
      plan: { status: 'draft', answers: fullAnswers() },
    });
    const row = services.db.selectFrom('acps').select('version').where('id', '=', who.acpId);
    let { version } = await row.executeTakeFirstOrThrow();
    const save = async (input: { answers: object; status: 'draft' | 'complete'; confirmed?: string[] }) => {
      await updateAnswers.call(contextFor(services, who.actor), {
        ...{ id: who.acpId, version, idempotency_key: randomUUID() },
        ...input,
      });
      ({ version } = await row.executeTakeFirstOrThrow());
    };
    for (let draft = 0; draft < 9; draft += 1)
      await save({ answers: { explanations: `Draft ${draft}` }, status: 'draft' });
    await save({ answers: await signingAnswers('Margaret Doyle', 1), status: 'complete' });
    for (const explanations of ['Changed once.', 'Changed twice.'])
      await save({ answers: { explanations }, status: 'complete', confirmed: ['explanations'] });
    for (let opening = 0; opening < 3; opening += 1) {
      const { status } = await typePin(new TestClient(origin), who.shareId, who.pin);
      check(status === 303, 'A PIN', status);
    }
  }
}
