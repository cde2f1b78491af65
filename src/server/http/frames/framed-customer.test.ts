import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, type TestPerson, type TestPersonSpec } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';

const built = existsSync(resolve(import.meta.dirname, '../../../../dist/web/index.html'));

describe.runIf(built)('the first frame of a signed-in customer', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const signed = { plan: { status: 'complete', answers: fullAnswers() } } as const;

  const signIn = async ({ email, password }: TestPerson) => {
    const client = new TestClient(app.url);
    await client.signIn(email, password);
    return client.cookieHeader();
  };

  /** Returns the page as the server sends it to a person. */
  const pageOf = async (who: TestPerson, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(app.url + path, {
      headers: { cookie: await signIn(who), 'accept-encoding': 'identity', ...headers },
    });
    return response.text();
  };

  const frameIn = (html: string) =>
    /<div id="root" data-frame="(\w+)" data-framed-person="(\w+)"/.exec(html)?.slice(1).join(' ') ?? 'none';

  const frameFor = async (spec: TestPersonSpec, path: string) =>
    frameIn(await pageOf(await person(app.services, spec), path));

  it('is that of their page, by whether they have signed, in the language of the account', async () => {
    expect(await frameFor(signed, '/my-acp')).toBe('en signed');
    expect(await frameFor(signed, '/settings/profile')).toBe('en signed');
    expect(await frameFor({ ...signed, language: 'zh' }, '/dashboard')).toBe('zh signed');
    expect(await frameFor({}, '/dashboard')).toBe('en writing');
    expect(await frameFor({ language: 'zh' }, '/questionnaire/step3')).toBe('zh writing');
    const html = await pageOf(await person(app.services, signed), '/my-acp');
    expect(html).toMatch(/<h1[^>]*>My plan<\/h1>/);
    expect(html).toContain('<html lang="en-AU">');
  });

  it('is not sent for a page that this customer will not see', async () => {
    expect(await frameFor(signed, '/questionnaire/step3')).toBe('none');
    expect(await frameFor({}, '/my-acp')).toBe('none');
    expect(await frameFor(signed, '/my-acp?print=1')).toBe('none');
    expect(await frameFor(signed, '/settings/general')).toBe('none');
  });

  it('contains nothing about the person', async () => {
    const who = await person(app.services, { ...signed, firstName: 'Wilhelmina', lastName: 'Ostrander' });
    for (const path of ['/dashboard', '/my-acp', '/care-plan', '/trusted-contacts', '/settings/profile']) {
      const html = await pageOf(who, path);
      expect([path, frameIn(html)]).toEqual([path, 'en signed']);
      for (const word of ['Wilhelmina', 'Ostrander', who.email, who.userId, who.pin, who.shareId])
        expect([path, html.includes(word)]).toEqual([path, false]);
    }
  });

  it('is not sent to people whose page differs from it', async () => {
    expect(await frameFor({ accountOwner: 'guardian' }, '/dashboard')).toBe('none');
    expect(await frameFor({ role: 'admin' }, '/dashboard')).toBe('none');
    const asked = await person(app.services);
    await app.services.db
      .updateTable('users')
      .set({ privacy_policy_read_version: null })
      .where('id', '=', asked.userId)
      .execute();
    expect(frameIn(await pageOf(asked, '/dashboard'))).toBe('none');
    const withPapers = await person(app.services, signed);
    await app.services.db
      .updateTable('acps')
      .set({ external: true })
      .where('user_id', '=', withPapers.userId)
      .execute();
    expect(frameIn(await pageOf(withPapers, '/my-acp'))).toBe('none');
  });

  it('is not sent with a session that is over, and does not extend one [D-13]', async () => {
    const who = await person(app.services, signed);
    const cookie = await signIn(who);
    const at = () =>
      app.services.db
        .selectFrom('sessions')
        .select(['last_seen_at', 'idle_expires_at'])
        .where('user_id', '=', who.userId)
        .executeTakeFirstOrThrow();
    const long = new Date(Date.now() - 3_600_000);
    await app.services.db
      .updateTable('sessions')
      .set({ last_seen_at: long })
      .where('user_id', '=', who.userId)
      .execute();
    const before = await at();
    const html = async () => (await fetch(`${app.url}/my-acp`, { headers: { cookie } })).text();
    expect(frameIn(await html())).toBe('en signed');
    expect(await at()).toEqual(before);
    await app.services.db.deleteFrom('sessions').where('user_id', '=', who.userId).execute();
    expect(frameIn(await html())).toBe('none');
  });

  it('is left out if the database does not respond, and the page is sent in time', async () => {
    const cookie = await signIn(await person(app.services, signed));
    const slow = vi
      .spyOn(app.services.db, 'executeQuery')
      .mockImplementation(() => new Promise(() => undefined));
    try {
      const response = await fetch(`${app.url}/my-acp`, { headers: { cookie } });
      expect([response.status, frameIn(await response.text())]).toEqual([200, 'none']);
    } finally {
      slow.mockRestore();
    }
    const failing = vi.spyOn(app.services.db, 'executeQuery').mockRejectedValue(new Error('gone'));
    try {
      const response = await fetch(`${app.url}/my-acp`, { headers: { cookie } });
      expect([response.status, frameIn(await response.text())]).toEqual([200, 'none']);
    } finally {
      failing.mockRestore();
    }
  });
});
