import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../testing/client.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

describe('a call over GraphQL', () => {
  let app: TestApp;
  let who: TestPerson;
  let client: TestClient;
  beforeAll(async () => {
    app = await startApp();
    who = await person(app.services);
    client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
  });
  afterAll(() => app.close());

  it('is refused when its answer exceeds 5 MB, and answered when it requests less [R-02]', async () => {
    const metadata = JSON.stringify({ words: '安'.repeat(120_000) });
    await app.services.db
      .insertInto('recent_activities')
      .values(Array.from({ length: 20 }, () => ({ template: 't', metadata, user_id: who.userId })))
      .execute();
    const read = (limit: number) =>
      client.graphql('query ($limit: Int) { recentActivities(limit: $limit) { metadata } }', { limit });
    expect((await read(20)).errors?.[0].extensions.code).toBe('too-large');
    expect((await read(20)).data).toBeNull();
    expect((await read(10)).data.recentActivities).toHaveLength(10);
  });

  it('makes account changes with a mail twenty times an hour at most [R-02]', async () => {
    const busy = await person(app.services);
    const browser = new TestClient(app.url);
    await browser.signIn(busy.email, busy.password);
    const codes = [];
    for (let time = 0; time < 22; time += 1) {
      const { errors } = await browser.graphql('mutation { renewEmergencyCard { pin } }');
      codes.push(errors?.[0].extensions.code ?? 'renewed');
    }
    expect(codes).toEqual([...Array(20).fill('renewed'), 'rate-limited', 'rate-limited']);
  });

  it('nested 200,000 levels deep under a key is a mistake of the caller, not a fault [R-09]', async () => {
    const query = `mutation ($id: ID!, $answers: JSON!) {
      updateAnswers(id: $id, answers: $answers, status: draft, version: 0, idempotency_key: "deep-key-1") { returning { id } } }`;
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const response = await client.fetch('/api/graphql', {
      method: 'POST',
      body: `{"query":${JSON.stringify(query)},"variables":{"id":"${who.acpId}","answers":{"explanations":${deep}}}}`,
      headers: { 'content-type': 'application/json' },
    });
    const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['invalid']);
  });

  it('with a large body waits behind others of its address, and an aborted call frees its place [R-02]', async () => {
    const { port } = new URL(app.url);
    const head = {
      host: '127.0.0.1',
      port,
      path: '/api/graphql',
      method: 'POST',
      headers: { origin: app.url, 'content-type': 'application/json', 'content-length': '200000' },
    };
    // They announce a large body, and never send it.
    const hanging: ClientRequest[] = [];
    for (let call = 0; call < 88; call += 1) {
      const sent = request(head);
      sent.on('error', () => {});
      sent.write('{');
      hanging.push(sent);
      if (call === 0) await once(sent, 'socket');
    }
    const large = () => client.graphql('{ currentUser { id } }', { unused: 'x'.repeat(150_000) });
    await expect
      .poll(async () => {
        const outcome = await Promise.race([large(), new Promise<null>((end) => setTimeout(end, 500, null))]);
        return outcome?.errors?.[0].extensions.code;
      })
      .toBe('rate-limited');
    // Small calls do not wait.
    expect((await client.graphql('{ currentUser { id } }')).data.currentUser.id).toBe(who.userId);
    for (const sent of hanging) sent.destroy();
    await expect
      .poll(async () => (await large()).data?.currentUser?.id, { timeout: 10_000 })
      .toBe(who.userId);
  });
});
