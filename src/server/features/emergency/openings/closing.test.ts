import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers, person, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';

let app: TestApp;
let owner: TestPerson;
let drafting: TestPerson;

beforeAll(async () => {
  app = await startApp();
  owner = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
  drafting = await person(app.services, { plan: { status: 'draft', answers: fullAnswers() } });
}, 120_000);

afterAll(() => app.close());

const wrongPin = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');

/** Sends a form as browsers do under `no-referrer`: with the origin "null". */
const send = (client: TestClient, shareId: string, form: Record<string, string>, search = '') =>
  client.fetch(`/acp-login/${shareId}${search}`, {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
  });

async function opened(): Promise<TestClient> {
  await app.pass(31_000);
  const client = new TestClient(app.url);
  expect((await send(client, owner.shareId, { pin: owner.pin })).status).toBe(303);
  return client;
}

describe('the emergency page on the server', () => {
  it('requests the PIN at the address of any card, in English unless Chinese is requested', async () => {
    const ask = async (path: string) => (await new TestClient(app.url).fetch(path)).text();
    const known = await ask(`/acp-login/${owner.shareId}`);
    expect(known).toContain('PIN number on the card');
    expect(await ask('/acp-login/unknown')).toBe(known);
    expect(await ask(`/acp-login/${owner.shareId}?lang=zh`)).toContain('卡上的 PIN 码');
  });

  it('opens the signed plan for the right PIN, which a reload does not require again [EMERG-01] [EMERG-02] [EMERG-03]', async () => {
    const client = await opened();
    for (const _ of [1, 2]) {
      const response = await client.fetch(`/acp-login/${owner.shareId}`);
      expect(response.status).toBe(200);
      const page = await response.text();
      expect(page).toContain(`<h1>${fullAnswers().firstName} ${fullAnswers().lastName}</h1>`);
      expect(page).toContain(`Born ${fullAnswers().dob}`);
      expect(page).toContain('Care provider: --');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-/,
      );
    }
  });

  it('answers a wrong PIN, an unknown card and a person without a signed plan alike', async () => {
    const answers = [];
    for (const [shareId, pin] of [
      [owner.shareId, wrongPin(owner.pin)],
      ['unknown-card', owner.pin],
      [drafting.shareId, drafting.pin],
    ] as const) {
      await app.pass(31_000);
      const response = await send(new TestClient(app.url), shareId, { pin });
      answers.push({
        status: response.status,
        cookies: response.headers.getSetCookie(),
        page: await response.text(),
      });
    }
    expect(answers[0]).toMatchObject({ status: 403, cookies: [] });
    expect(answers[0]?.page).toContain('This card and PIN do not open a plan');
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('delays the next guess, even a right one, and shows how long; after that the right PIN opens', async () => {
    const client = await opened();
    const wrong = await send(client, owner.shareId, { pin: wrongPin(owner.pin) });
    expect(await wrong.text()).toContain('Wait 2 seconds, then try again.');
    expect(wrong.headers.get('retry-after')).toBe('2');
    const early = await Promise.all(
      [owner.pin, wrongPin(owner.pin)].map((pin) => send(client, owner.shareId, { pin })),
    );
    expect(early.map(({ status }) => status)).toEqual([429, 429]);
    await app.pass(2_000);
    expect((await send(client, owner.shareId, { pin: owner.pin })).status).toBe(303);
  });

  it('closes on request, and after thirty minutes', async () => {
    const closing = await opened();
    const closed = await send(closing, owner.shareId, { close: '1' });
    expect(await closed.text()).toContain('The plan was closed to keep it private.');
    expect(await (await closing.fetch(`/acp-login/${owner.shareId}`)).text()).toContain(
      'PIN number on the card',
    );
    const waiting = await opened();
    await app.pass(30 * 60_000);
    expect(await (await waiting.fetch(`/acp-login/${owner.shareId}`)).text()).toContain(
      'The plan was closed to keep it private.',
    );
  });

  it('opens no other card with this cookie', async () => {
    const other = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
    const client = await opened();
    expect(await (await client.fetch(`/acp-login/${other.shareId}`)).text()).toContain(
      'PIN number on the card',
    );
    expect(
      (await client.fetch(`/acp-login/${other.shareId}/plan.pdf`)).headers.get('content-type'),
    ).toContain('text/html');
  });
});
