import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typePin, wrongPin } from '../../../src/server/features/emergency/emergency.fixture.ts';
import { TestClient } from '../../client.ts';
import { fullAnswers, person, type TestPerson } from '../../people.ts';
import { startApp, type TestApp } from '../../start-app.ts';
import { freePort } from '../../processes/free-port.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { newKeys } from '../../new-keys.ts';

const day = 86_400_000;
const keys = newKeys();

/** Two servers on one database. The clock of the second is 35 days ahead. */
let app: TestApp;
let ahead: TestApp;

beforeAll(async () => {
  app = await startApp({ env: { WATTLE_KEYS: keys } });
  ahead = await startApp({ beside: app, env: { WATTLE_KEYS: keys } });
  ahead.advance(35 * day);
}, 120_000);
afterAll(async () => {
  await ahead.close();
  await app.close();
});

const signed = () => person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
const opens = async (at: TestApp, who: TestPerson) => {
  const reader = new TestClient(at.url);
  const { status, location } = await typePin(reader, who.shareId, who.pin);
  return status === 303 && (await (await reader.fetch(location!)).text()).includes('<h1>Margaret');
};

describe('a server on a machine whose clock is 35 days ahead', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    // Shifts the clock of the whole process, as a machine with a wrong clock does.
    const shifted = `const Real=Date;const by=${35 * day};globalThis.Date=class extends Real{constructor(...a){super(...(a.length?a:[Real.now()+by]))}static now(){return Real.now()+by}};`;
    server = await startServer({
      APP_ENV: 'test',
      WATTLE_KEYS: keys,
      DATABASE_URL: app.databaseUrl,
      PORT: String(await freePort()),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifted)}`,
    });
  }, 60_000);
  afterAll(() => server.kill());

  it('shows plans that another server opened, and the other shows the plans it opened: a balancer may choose either [R-13] [fault 19]', async () => {
    const who = await signed();
    const path = `/acp-login/${who.shareId}`;
    for (const [opener, other] of [
      [server.url, app.url],
      [app.url, server.url],
    ] as const) {
      const reader = new TestClient(opener);
      expect((await typePin(reader, who.shareId, who.pin)).status).toBe(303);
      for (const at of [opener, other]) {
        const page = await fetch(at + path, { headers: { cookie: reader.cookieHeader() } });
        expect(await page.text()).toContain('<h1>Margaret');
      }
    }
  });
});

describe('a server whose clock is 35 days ahead', () => {
  it('opens the plan for the right PIN, and the other server still opens it too [R-13] [fault 19]', async () => {
    const who = await signed();
    expect(await opens(ahead, who)).toBe(true);
    expect(await opens(app, who)).toBe(true);
    expect(await opens(ahead, who)).toBe(true);
  });

  it('shares the count of guesses with the other server, as if their clocks agreed [R-13] [fault 19] [security 21]', async () => {
    const who = await signed();
    const guess = async (at: TestApp) =>
      (await typePin(new TestClient(at.url), who.shareId, wrongPin(who.pin))).retryAfter;
    expect(await guess(ahead)).toBe('2');
    expect(await guess(app)).toMatch(/^[12]$/);
    await app.pass(2_000);
    expect(await guess(app)).toBe('4');
    await app.pass(4_000);
    expect(await guess(ahead)).toBe('8');
    await app.pass(8_000);
    expect(await opens(app, who)).toBe(true);
  });

  it('neither suppresses nor adds mails of the other server [R-09] [R-13] [D-08]', async () => {
    const who = await signed();
    const events = async () =>
      (
        await app.services.db
          .selectFrom('audit_log')
          .select('action')
          .where('chain', '=', who.userId)
          .where('action', '=', 'openEmergency')
          .execute()
      ).length;
    for (const at of [ahead, app, ahead]) expect(await opens(at, who)).toBe(true);
    expect(await events()).toBe(3);
    const mails = async () =>
      (
        await app.services.db
          .selectFrom('mail_outbox')
          .select('id')
          .where('to_address', '=', who.email)
          .where('subject', 'like', '%page was opened')
          .execute()
      ).length;
    await expect.poll(mails, { timeout: 20_000 }).toBe(1);
    await app.pass(16 * 60_000);
    expect(await opens(app, who)).toBe(true);
    await expect.poll(mails, { timeout: 20_000 }).toBe(2);
  });
});
