import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { contextFor } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { updateAnswers } from '../../acp/operations.ts';
import { typePin } from '../../emergency/emergency.fixture.ts';
import {
  askManifest,
  decrypted,
  makeLink,
  ownerOf,
  revoke,
  versionOpened,
  type TestPerson,
} from '../health-links.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.close());

const cardStatus = async (who: TestPerson) =>
  (await typePin(new TestClient(app.url), who.shareId, who.pin)).status;

const update = (who: TestPerson, values: object) =>
  app.services.db.updateTable('users').set(values).where('id', '=', who.userId).execute();

const changePlan = (who: TestPerson) =>
  updateAnswers.call(contextFor(app.services, who.actor), {
    id: who.acpId,
    answers: { explanations: 'Changed later.' },
    confirmed: ['explanations'],
    status: 'complete',
    version: 2,
  });

describe('a link that a reader opens', () => {
  it('gives a manifest and an encrypted FHIR document to any site with the passcode, and stores nothing in caches [X-04]', async () => {
    const { client } = await ownerOf(app);
    const { payload, passcode } = await makeLink(client);
    expect(payload).toMatchObject({ flag: 'P', v: 1, label: 'Advance care plan' });
    expect(payload.key).toMatch(/^[\w-]{43}$/);
    expect(payload.url).toMatch(new RegExp(`^${app.url}/api/shl/[\\w-]{43}$`));
    expect(payload.url.length).toBeLessThanOrEqual(128);
    const { status, headers, body } = await askManifest(payload.url, { passcode });
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toBeNull();
    expect(body.status).toBe('can-change');
    const [file, ...more] = body.files;
    expect(more).toEqual([]);
    expect(file.contentType).toBe('application/fhir+json');
    expect(file.location).not.toContain(payload.url.slice(-43));
    const document = await fetch(file.location, { headers: { origin: 'https://viewer.example' } });
    expect(document.headers.get('access-control-allow-origin')).toBe('*');
    expect(document.headers.get('content-type')).toBe('application/jose');
    expect(document.headers.get('cache-control')).toBe('no-store');
    const jwe = await document.text();
    const { bundle, header } = await decrypted(jwe, payload.key);
    expect(header).toEqual({ alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' });
    expect([bundle.resourceType, bundle.type]).toEqual(['Bundle', 'document']);
    expect(JSON.stringify(bundle)).not.toContain('medicare-number');
    // A new IV for each request.
    const again = await (await fetch(file.location)).text();
    expect(again.split('.')[2]).not.toBe(jwe.split('.')[2]);
  });

  it('is embedded if the reader accepts its length, and at a location otherwise [X-04]', async () => {
    const { client } = await ownerOf(app);
    const { payload, passcode } = await makeLink(client);
    const fileFor = async (embeddedLengthMax: number) =>
      (await askManifest(payload.url, { passcode, embeddedLengthMax })).body.files[0];
    expect(Object.keys(await fileFor(5_000_000))).toContain('embedded');
    expect(Object.keys(await fileFor(1_000))).toContain('location');
  });

  it('answers preflight requests of browsers, on its routes alone [X-04]', async () => {
    const { client } = await ownerOf(app);
    const { payload } = await makeLink(client);
    const headers = { origin: 'https://viewer.example', 'access-control-request-method': 'POST' };
    const preflight = await fetch(payload.url, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    for (const path of [
      '/api/graphql',
      '/acp-login/x',
      '/fhir/metadata',
      '/api/acp/plan.fhir.json',
      '/shl',
    ]) {
      const other = await fetch(app.url + path, { headers: { origin: 'https://viewer.example' } });
      expect([path, other.headers.get('access-control-allow-origin')]).toEqual([path, null]);
    }
  });

  it('counts exactly ten of 21 simultaneous wrong passcodes, then is closed permanently, while the card opens [X-04]', async () => {
    const { who, client } = await ownerOf(app);
    const { id, payload, passcode } = await makeLink(client);
    const wrong = passcode === '00000000' ? '11111111' : '00000000';
    const answers = await Promise.all(
      Array.from({ length: 21 }, () => askManifest(payload.url, { passcode: wrong })),
    );
    const counted = answers.filter(({ status }) => status === 401);
    expect(counted.map(({ body }) => body.remainingAttempts).toSorted((a, b) => b - a)).toEqual([
      9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
    ]);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(11);
    expect((await askManifest(payload.url, { passcode })).status).toBe(404);
    app.advance(29 * 86_400_000);
    expect((await askManifest(payload.url, { passcode })).status).toBe(404);
    app.advance(-29 * 86_400_000);
    expect(await cardStatus(who)).toBe(303);
    const { data } = await client.graphql('{ healthLinks { id state address } }');
    expect(data.healthLinks).toEqual([{ id, state: 'closed', address: null }]);
    await vi.waitFor(async () => {
      const notices = await app.services.db
        .selectFrom('notifications')
        .select(['template', 'metadata'])
        .where('receiver_id', '=', who.userId)
        .where('template', '=', 'HEALTH_LINK_CLOSED')
        .execute();
      expect(notices).toEqual([{ template: 'HEALTH_LINK_CLOSED', metadata: { reader: 'Dr Pham' } }]);
    });
  });

  it('takes no try for right passcodes, also simultaneous ones, typed with blanks or in full width [X-04]', async () => {
    const { client } = await ownerOf(app);
    const { payload, passcode } = await makeLink(client);
    await askManifest(payload.url, { passcode: '1' });
    const spellings = [
      passcode,
      `${passcode.slice(0, 4)} ${passcode.slice(4)}`,
      `${passcode.slice(0, 4)}-${passcode.slice(4)}`,
    ];
    const fullWidth = passcode.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    const statuses = await Promise.all(
      [...spellings, fullWidth, ...Array.from({ length: 12 }, () => passcode)].map(
        async (typed) => (await askManifest(payload.url, { passcode: typed })).status,
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { status, body } = await askManifest(payload.url, { passcode: '2' });
    expect([status, body]).toEqual([401, { remainingAttempts: 8 }]);
  });

  it('does not open with the PIN of the card, nor the card with its passcode [X-04]', async () => {
    const { who, client } = await ownerOf(app);
    const { payload, passcode } = await makeLink(client);
    expect((await askManifest(payload.url, { passcode: who.pin })).status).toBe(401);
    expect((await typePin(new TestClient(app.url), who.shareId, passcode)).status).not.toBe(303);
    expect(await cardStatus(who)).toBe(303);
    const guesses = await app.services.db.selectFrom('emergency_attempts').selectAll().execute();
    await askManifest(payload.url, { passcode: '3' });
    expect(await app.services.db.selectFrom('emergency_attempts').selectAll().execute()).toEqual(guesses);
  });

  it('does not exist for a guessed, cut or foreign id, and nothing is counted for it [X-04]', async () => {
    const { who, client } = await ownerOf(app);
    const { payload, passcode } = await makeLink(client);
    const counted = async () =>
      (
        await app.services.db
          .selectFrom('attempts')
          .select('at')
          .where('scope', '=', 'health-link:link')
          .execute()
      ).length;
    const before = await counted();
    for (const id of ['a'.repeat(43), payload.url.slice(-42), who.shareId, '%00', 'a'.repeat(200)]) {
      const { status } = await askManifest(`${app.url}/api/shl/${id}`, { passcode });
      expect([id, status === 404 || status === 400]).toEqual([id, true]);
    }
    expect(await counted()).toBe(before);
  });

  it('needs to be asked as the guide says [X-04]', async () => {
    const { client } = await ownerOf(app);
    const { payload, passcode } = await makeLink(client);
    for (const body of [{ passcode }, { recipient: '', passcode }, { recipient: 7, passcode }, [], 'x']) {
      const response = await fetch(payload.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect([body, response.status]).toEqual([body, 400]);
    }
    const { status, body } = await askManifest(payload.url, {});
    expect([status, body]).toEqual([401, { remainingAttempts: 9 }]);
  });

  it('is gone at once when it is revoked or expired, also its location, and a new link is another one [X-04]', async () => {
    const { who, client } = await ownerOf(app);
    const [one, other] = [await makeLink(client), await makeLink(client, { days: '1' })];
    const { body } = await askManifest(one.payload.url, { passcode: one.passcode });
    const location = body.files[0].location as string;
    expect((await fetch(location)).status).toBe(200);
    expect((await revoke(client, one.id)).errors).toBeUndefined();
    expect((await fetch(location)).status).toBe(404);
    expect(await versionOpened(one)).toBe(404);
    expect(await versionOpened(other)).toBe('version 1');
    const renewed = await makeLink(client);
    expect(renewed.payload.url).not.toBe(one.payload.url);
    expect((await askManifest(renewed.payload.url, { passcode: one.passcode })).status).toBe(401);
    app.advance(86_400_000 + 1);
    expect(await versionOpened(other)).toBe(404);
    expect(await versionOpened(renewed)).toBe('version 1');
    app.advance(-86_400_000 - 1);
    expect(await cardStatus(who)).toBe(303);
  });

  it('gives the version in force, also when the plan changes between the manifest and its location [X-04]', async () => {
    const { who, client } = await ownerOf(app);
    const link = await makeLink(client);
    const { body } = await askManifest(link.payload.url, { passcode: link.passcode });
    await changePlan(who);
    const { bundle } = await decrypted(await (await fetch(body.files[0].location)).text(), link.payload.key);
    expect(JSON.stringify(bundle)).toContain('Changed later.');
    expect(await versionOpened(link)).toBe('version 2');
  });

  it('is not found while no plan is in force, and counts no try then [X-04]', async () => {
    const { who, client } = await ownerOf(app);
    const link = await makeLink(client);
    const setStatus = (status: 'draft' | 'complete') =>
      app.services.db.updateTable('acps').set({ status }).where('id', '=', who.acpId).execute();
    await setStatus('draft');
    expect(await versionOpened(link)).toBe(404);
    await setStatus('complete');
    expect(await versionOpened(link)).toBe('version 1');
    expect((await askManifest(link.payload.url, { passcode: '1' })).body).toEqual({ remainingAttempts: 9 });
  });

  it.each(['suspended', 'archived'] as const)(
    'opens for a reader while the account is %s, as the card does, and is gone with a deleted one [X-04]',
    async (status) => {
      const { who, client } = await ownerOf(app);
      const link = await makeLink(client);
      await update(who, { status });
      expect(await versionOpened(link)).toBe('version 1');
      await app.services.db.deleteFrom('users').where('id', '=', who.userId).execute();
      expect(await versionOpened(link)).toBe(404);
      const left = await app.services.db
        .selectFrom('health_links')
        .select('id')
        .where('user_id', '=', who.userId)
        .execute();
      expect(left).toEqual([]);
    },
  );

  it('refuses forged and old locations [X-04]', async () => {
    const { client } = await ownerOf(app);
    const { payload, passcode } = await makeLink(client);
    const { body } = await askManifest(payload.url, { passcode });
    const location = body.files[0].location as string;
    const later = location.replace(/\/(\d+)\./, (_, until: string) => `/${Number(until) + 1}.`);
    for (const forged of [later, `${location}x`, location.slice(0, -1)])
      expect((await fetch(forged)).status).toBe(404);
    app.advance(10 * 60_000 + 1);
    expect((await fetch(location)).status).toBe(404);
    app.advance(-10 * 60_000 - 1);
  });
});
