import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { simulatedSystem } from '../../../domain/integrations/simulated-system.ts';
import { resident, simulatedWords } from './integrations.fixture.ts';

const root = '/api/integrations';

describe('the routes of integrations', () => {
  let app: TestApp;
  let manager: TestPerson;
  let client: TestClient;
  let userId: string;

  const send = async (by: TestClient, method: string, path: string, body?: object) => {
    const response = await by.fetch(`${root}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, any> };
  };
  const clientOf = async ({ email, password }: TestPerson) => {
    const signedIn = new TestClient(app.url);
    await signedIn.signIn(email, password);
    return signedIn;
  };

  beforeAll(async () => {
    app = await startApp();
    const providerId = await provider(app.services);
    manager = await person(app.services, { role: 'provideradmin', providerId });
    const facts = { firstName: 'Ann', lastName: 'Lee', dob: '03/02/1940', providerId };
    userId = (await person(app.services, facts)).userId;
    client = await clientOf(manager);
    app.application.careStandIn?.setResidents(simulatedSystem.facilityCode, [resident('R-1')]);
  });
  afterAll(() => app.close());

  it('connect, check, load, link, list, clean up and disconnect [INTEG-03, INTEG-04, INTEG-05, GAP-110]', async () => {
    const config = await send(client, 'GET', '/ecase/system-config');
    expect(config).toMatchObject({ status: 200, body: { connection: null, simulated_available: true } });
    const saved = await send(client, 'PUT', '/ecase/system-config', { ...simulatedWords, version: null });
    expect(saved).toMatchObject({ status: 200, body: { connection: { state: 'notChecked' } } });
    const checked = await send(client, 'POST', '/ecase/check-credentials', {});
    expect(checked.body).toMatchObject({ connection: { state: 'connected' } });
    const loaded = await send(client, 'POST', '/ecase/active-residents', {});
    expect(loaded.body).toMatchObject({ count: 1 });
    const listed = await send(client, 'GET', '/ecase/active-residents?show=toCheck&search=lee&page=1');
    expect(listed.body).toMatchObject({
      counts: { all: 1, linked: 0, to_check: 1, no_customer: 0 },
      data: [{ resident_id: 'R-1', birth_date: '1940-02-03', match: 'suggested', customer: { id: userId } }],
    });
    const found = await send(client, 'GET', '/ecase/active-residents/candidates?resident_id=R-1');
    expect(found.body).toMatchObject({ data: [{ id: userId }] });
    const link = { resident_id: 'R-1', user_id: userId, compared: true };
    expect(await send(client, 'POST', '/contact-provider-integration', link)).toMatchObject({ status: 200 });
    const own = await send(client, 'GET', `/user-integrations?user_id=${userId}`);
    expect(own.body).toMatchObject({ integrations: [{ type: 'ecase', resident_id: 'R-1' }] });
    app.application.careStandIn?.setResidents(simulatedSystem.facilityCode, []);
    await send(client, 'POST', '/ecase/active-residents', {});
    const cleanup = await send(client, 'POST', '/ecase/system-cleanup', {});
    expect(cleanup.body).toMatchObject({ found: [{ resident_id: 'R-1', name: 'Ann Lee' }], done: [] });
    const links = [cleanup.body.found[0].link_id];
    const done = await send(client, 'POST', '/ecase/system-cleanup', { links });
    expect(done.body).toMatchObject({ found: [], done: [{ count: 1 }] });
    const undo = { undo: done.body.done[0].cleanup_id };
    expect((await send(client, 'POST', '/ecase/system-cleanup', undo)).body.found).toHaveLength(1);
    const unlinked = await send(client, 'DELETE', '/contact-provider-integration', { resident_id: 'R-1' });
    expect(unlinked.status).toBe(200);
    const { version } = checked.body.connection;
    const removed = await send(client, 'DELETE', '/ecase/system-config', { version });
    expect(removed).toMatchObject({ status: 200, body: { connection: null } });
  });

  it('answer with the fields to correct, also for a body that is no object [INTEG-05]', async () => {
    const refused = await send(client, 'PUT', '/ecase/system-config', { version: null });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid' } });
    expect(refused.body.fields.map(({ field }: { field: string }) => field)).toContain('address');
    const list = await send(client, 'POST', '/ecase/active-residents', []);
    expect(list).toMatchObject({ status: 400, body: { fields: [{ field: 'provider_id' }] } });
    expect((await send(client, 'GET', '/ecase/active-residents?page=x')).status).toBe(400);
    expect((await send(client, 'GET', '/ecase/active-residents?other=1')).status).toBe(400);
  });

  it('invite residents [INTEG-05, GAP-111]', async () => {
    app.application.careStandIn?.setResidents(simulatedSystem.facilityCode, [
      resident('R-7', { firstName: 'Una' }),
    ]);
    await send(client, 'PUT', '/ecase/system-config', { ...simulatedWords, version: null });
    await send(client, 'POST', '/ecase/active-residents', {});
    const invited = await send(client, 'POST', '/ecase/active-residents/invite', { resident_ids: ['R-7'] });
    expect(invited).toMatchObject({ status: 200, body: { results: [{ state: 'added' }] } });
  });

  it('refuse visitors and list connections for administrators [INTEG-04, PROD-16, GAP-110]', async () => {
    const visitor = new TestClient(app.url);
    for (const path of ['/ecase/system-config', '/contact-provider-integration', '/ecase/active-residents'])
      expect((await send(visitor, 'GET', path)).status).toBe(401);
    const admin = await clientOf(await person(app.services, { role: 'admin' }));
    expect((await send(admin, 'GET', '/contact-provider-integration?page=1')).body).toMatchObject({
      count: 1,
      data: [{ provider: 'Banksia House', state: 'connected', linked: 1, last_sync_at: null }],
    });
    expect((await send(client, 'GET', '/contact-provider-integration')).status).toBe(403);
  });

  it('sync the plans of linked residents in the background, and send one at once [INTEG-05, GAP-110]', async () => {
    const { db } = app.services;
    const plan = { status: 'complete' as const, answers: fullAnswers() };
    const customer = await person(app.services, { providerId: manager.actor.providerId ?? '', plan });
    // Refused if the provider is connected already.
    await send(client, 'PUT', '/ecase/system-config', { ...simulatedWords, version: null });
    const { id } = await db.selectFrom('provider_integrations').select('id').executeTakeFirstOrThrow();
    await db
      .insertInto('integration_links')
      .values({ integration_id: id, resident_id: 'R-9', user_id: customer.userId, linked_at: new Date() })
      .execute();
    expect((await send(client, 'GET', '/ecase/batch-sync-status')).body).toEqual({ sync: null, failed: [] });
    const started = await send(client, 'POST', '/ecase/batch-sync', { action: 'start' });
    expect(started).toMatchObject({
      status: 200,
      body: { sync: { state: 'running', total: 1 }, failed: [] },
    });
    await vi.waitFor(
      async () =>
        expect((await send(client, 'GET', '/ecase/batch-sync-status')).body).toMatchObject({
          sync: { state: 'done', total: 1, done: 1, failed: 0, ended_at: expect.any(String) },
        }),
      { timeout: 30_000, interval: 200 },
    );
    const document = app.application.careStandIn?.documents.get(`R-9/${customer.acpId}`);
    expect(document).toMatchObject({ version: 1, times: 1, withdrawn: false });
    expect(document?.pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const sent = await send(client, 'POST', '/ecase/sync-acp', { resident_id: 'R-9' });
    expect(sent.body).toMatchObject({ plan: { state: 'same', version: 1, failure: null } });
    const bad = await send(client, 'POST', '/ecase/batch-sync', { action: 'all' });
    expect(bad).toMatchObject({ status: 400, body: { fields: [{ field: 'action' }] } });
    const visitor = new TestClient(app.url);
    expect((await send(visitor, 'POST', '/ecase/batch-sync', { action: 'start' })).status).toBe(401);
  });
});
