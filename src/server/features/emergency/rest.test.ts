import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';

const minute = 60_000;

describe('the emergency page over HTTP', () => {
  let app: TestApp;
  let owner: TestPerson;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const signed = () => person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });

  async function typePin(client: TestClient, shareId: string, pin: string) {
    const response = await client.fetch(`/acp-login/${shareId}?v=1`, {
      method: 'POST',
      body: new URLSearchParams({ pin }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    });
    return {
      status: response.status,
      location: response.headers.get('location'),
      html: await response.text(),
    };
  }

  const wrongPin = (pin: string) => (pin === '000000' ? '111111' : '000000');

  it('requests the PIN first, in English, and reveals nothing about any person', async () => {
    owner = await signed();
    const response = await new TestClient(app.url).fetch(`/acp-login/${owner.shareId}?v=1`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('lang="en-AU"');
    expect(html).not.toContain('Margaret');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-robots-tag')).toContain('noindex');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('opens with the right PIN, stays open for half an hour, and gives the PDF [security 22]', async () => {
    const client = new TestClient(app.url);
    const { status, location } = await typePin(client, owner.shareId, owner.pin);
    expect(status).toBe(303);
    const html = await (await client.fetch(location!)).text();
    expect(html).toContain('Margaret');
    expect(html).not.toMatch(/<script|<img|<link/);
    const pdf = await client.fetch(`/acp-login/${owner.shareId}/plan.pdf`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    await app.pass(31 * minute);
    expect(await (await client.fetch(location!)).text()).not.toContain('Margaret');
    expect(
      (await client.fetch(`/acp-login/${owner.shareId}/plan.pdf`)).headers.get('content-type'),
    ).toContain('text/html');
  });

  it('records each opening in the trail and notifies the owner', async () => {
    const { db } = app.services;
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('chain', '=', owner.userId)
      .where('action', '=', 'openEmergency')
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ actor_kind: 'emergency', actor_id: owner.userId });
  });

  it('answers a wrong PIN, an unknown card and a person without a signed plan with the same page [security 20]', async () => {
    const draft = await person(app.services);
    const known = await signed();
    const pages = await Promise.all([
      typePin(new TestClient(app.url), known.shareId, wrongPin(known.pin)),
      typePin(new TestClient(app.url), 'x'.repeat(24), '123456'),
      typePin(new TestClient(app.url), draft.shareId, draft.pin),
    ]);
    expect(new Set(pages.map(({ status, html }) => `${status} ${html.replace(/wait \d+/g, '')}`)).size).toBe(
      1,
    );
    expect(pages[0].status).toBe(403);
    await app.pass(60 * minute);
  });

  it('slows simultaneous guesses, and never opens by fast guessing [security 21]', async () => {
    const target = await signed();
    await app.pass(60 * minute);
    const guesses = Array.from({ length: 30 }, () =>
      typePin(new TestClient(app.url), target.shareId, wrongPin(target.pin)),
    );
    const results = await Promise.all(guesses);
    expect(results.filter(({ status }) => status === 403).length).toBeLessThanOrEqual(3);
    expect(results.every(({ status }) => status === 403 || status === 429)).toBe(true);
    await app.pass(5 * minute);
    expect((await typePin(new TestClient(app.url), target.shareId, target.pin)).status).toBe(303);
  });

  it('stops opening old cards at once when the owner renews the card', async () => {
    const who = await signed();
    const reader = new TestClient(app.url);
    const { location } = await typePin(reader, who.shareId, who.pin);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    const { errors } = await client.graphql(
      `mutation { renewEmergencyCard(user_id: "${who.userId}") { pin share_id } }`,
    );
    expect(errors).toBeUndefined();
    expect(await (await reader.fetch(location!)).text()).not.toContain('Margaret');
    await app.pass(10 * minute);
    expect((await typePin(new TestClient(app.url), who.shareId, who.pin)).status).toBe(403);
  });

  it("does not open one person's plan with another card's cookie", async () => {
    const one = await signed();
    const other = await signed();
    const reader = new TestClient(app.url);
    await app.pass(10 * minute);
    await typePin(reader, one.shareId, one.pin);
    expect(await (await reader.fetch(`/acp-login/${other.shareId}`)).text()).not.toContain('Margaret');
  });
});
