import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pdfOf } from '../../src/server/features/files/checks/sample-files.fixture.ts';
import { linkTo, upload } from '../../src/server/features/files/uploads/uploads.fixture.ts';
import { pathTo } from '../../src/server/features/shared-plan/shared-plan.fixture.ts';
import { TestClient } from '../client.ts';
import { fullAnswers, person, type TestPerson } from '../people.ts';
import { ask, isInstalled, startProxy, type Proxy, type ProxyKind } from '../deploy/proxies.ts';
import { startApp, type TestApp } from '../start-app.ts';

const hasOpenssl = isInstalled('openssl', 'version');
const contact = (name: string, accepted: boolean) => ({
  ...{
    name,
    email: `${name.toLowerCase()}@test.example`,
    phone: '0491 570 006',
    relationship: 'Son',
    accepted,
  },
});
const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' };
const json = { 'content-type': 'application/json' };

describe.each<[kind: ProxyKind, isHere: boolean]>([
  ['haproxy', hasOpenssl && isInstalled('haproxy', '-v')],
  ['nginx', hasOpenssl && isInstalled('nginx', '-v')],
])('the logs of the server and of %s in front of it', (kind, isHere) => {
  if (!isHere) {
    it.skip(`is tested where ${kind} and openssl are installed: they are missing here`, () => {});
    return;
  }

  const lines: string[] = [];
  let app: TestApp;
  let proxy: Proxy;
  let owner: TestPerson;
  let client: TestClient;
  beforeAll(async () => {
    vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
    app = await startApp({ logger: true, env: { TRUST_PROXY: '127.0.0.1' } });
    const port = Number(new URL(app.url).port);
    proxy = await startProxy(kind, [port, port, port]);
    owner = await person(app.services, {
      plan: { status: 'complete', answers: fullAnswers() },
      contacts: [contact('Adam', true), contact('Pia', false)],
    });
    client = new TestClient(app.url);
    await client.signIn(owner.email, owner.password);
  }, 120_000);
  afterAll(async () => {
    vi.restoreAllMocks();
    await proxy.stop();
    await app.close();
  });

  const idOf = async (name: string) =>
    (
      await app.services.db
        .selectFrom('trusted_contacts')
        .select('id')
        .where('user_id', '=', owner.userId)
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
    ).id;
  const tokenIn = (path: string) => path.split('/').find((part) => part.length > 30) ?? '';
  const posting = (path: string, body: string, headers: Record<string, string>) =>
    ask(proxy, path, { body: Buffer.from(body), headers });

  it('contain no token of any link after all kinds of links were used [S-07]', async () => {
    const { id } = (await upload(client, { category: 'ACP', file_name: 'a.pdf', content: pdfOf() })).file;
    const shared = await client.graphql(
      `mutation ($id: ID!) { insertSharedFiles(shared_with: $id, file_ids: [], plan_shared: true, fullAccess: true) { id } }`,
      { id: await idOf('Adam') },
    );
    expect(shared.errors).toBeUndefined();
    const view = await pathTo(app.services, 'view', await idOf('Adam'));
    const request = await pathTo(app.services, 'request', await idOf('Pia'));
    const { link } = await linkTo(client, id);
    const file = new URL(link.url, app.url).pathname;
    const secrets = [tokenIn(view), tokenIn(request), tokenIn(file), owner.shareId];
    expect(secrets.every((secret) => secret.length > 15)).toBe(true);

    expect((await ask(proxy, view)).status).toBe(200);
    const opened = await posting(view, 'open=1', form);
    expect(opened.status).toBe(303);
    const cookie = opened.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    for (const part of ['', '/plan.pdf', `/files/${id}`])
      expect([part, (await ask(proxy, view + part, { headers: { cookie } })).status]).toEqual([part, 200]);
    expect((await ask(proxy, request)).status).toBe(200);
    expect((await posting(request, 'answer=yes', form)).status).toBe(200);
    expect((await ask(proxy, file, { headers: { cookie: client.cookieHeader() } })).status).toBe(200);
    expect((await posting(`/acp-login/${owner.shareId}`, `pin=${owner.pin}`, form)).status).toBeLessThan(400);
    for (const path of [view, request, file, `/acp-login/${owner.shareId}`]) {
      await ask(proxy, path, { plain: true });
      await ask(proxy, `/${path}`);
      await ask(proxy, path.replace('a', '%61'));
    }

    const pages = ['verify-email', 'reset-password', 'signup', 'invite', 'sign-up-guest', 'confirm-email'];
    for (const page of pages) {
      const secret = `SECRET-${page}-1234567890`;
      secrets.push(secret);
      await ask(proxy, `/${page}?token=${secret}`);
    }
    const calls = [
      ...['verify-email', 'disown-sign-up', 'reset-password', 'signup-token', 'staff-invitation'],
      'accept-staff-invitation',
    ];
    for (const call of calls) {
      const secret = `SECRET-${call}-0987654321`;
      secrets.push(secret);
      await posting(`/api/auth/${call}`, JSON.stringify({ token: secret, password: secret }), json);
    }
    secrets.push('SECRET-signature', 'SECRET-export');
    await posting('/api/stripe/webhook', '{}', { ...json, 'stripe-signature': 'SECRET-signature' });
    await ask(proxy, '/api/data-exports/SECRET-export.zip');
    await ask(proxy, '/last-line');
    await expect.poll(() => proxy.printed()).toContain('/last-line');

    for (const secret of secrets)
      expect([proxy.printed(), lines.join('\n')].map((log) => log.includes(secret))).toEqual([false, false]);
    expect(proxy.printed()).toContain('/shared-plan/*');
    expect(lines.filter((line) => line.startsWith('Error'))).toEqual([]);
  }, 60_000);
});
