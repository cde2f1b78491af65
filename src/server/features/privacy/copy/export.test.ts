import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import {
  contextFor,
  fullAnswers,
  password,
  person,
  provider,
  type TestPersonSpec,
} from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { carryOutRequests } from '../nightly.ts';
import { openEmergency } from '../../emergency/operations.ts';

const askWith = (typed: string) => `mutation { requestDataExport(password: "${typed}") { id status } }`;
const ask = askWith(password);
const list = '{ dataExports { id status requested_at expires_at } }';
const day = 24 * 60 * 60_000;

describe('a copy of everything', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  async function signedIn(spec: TestPersonSpec = {}) {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    const made = async () => {
      const { data } = await client.graphql(ask);
      await vi.waitFor(
        async () => {
          const { dataExports } = (await client.graphql(list)).data;
          expect(dataExports[0]).toMatchObject({ id: data.requestDataExport.id, status: 'ready' });
        },
        { timeout: 30_000, interval: 100 },
      );
      return data.requestDataExport.id as string;
    };
    return { ...who, client, made };
  }

  const mailsTo = async (email: string) =>
    (
      await app.services.db.selectFrom('mail_outbox').selectAll().where('to_address', '=', email).execute()
    ).map(({ subject, html, plain }) => ({ subject, text: html + plain }));

  it('contains everything that is stored about a person, and no secrets [D-19, security 39, X-03]', async () => {
    const who = await signedIn({
      firstName: 'Margaret',
      lastName: 'Doyle',
      providerId: await provider(app.services, 'Banksia House'),
      medicareNumber: '2123456701',
      plan: { status: 'complete', answers: fullAnswers() },
      contacts: [
        {
          name: 'Daniel Doyle',
          email: 'daniel@test.example',
          phone: '0491 570 006',
          relationship: 'Son',
          accepted: true,
        },
      ],
    });
    const stranger = await person(app.services, { firstName: 'Eve', lastName: 'Stranger' });
    await openEmergency.call(
      { ...contextFor(app.services, who.actor), actor: { kind: 'emergency', userId: who.userId } },
      { user_id: who.userId },
    );
    await who.client.graphql(
      'mutation { updateProfile(last_name: "Citizen", confirmed: ["lastName"], confirmed_version: 2) { id } }',
    );
    const id = await who.made();
    const response = await who.client.fetch(`/api/data-exports/${id}.zip`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="Wattle_\d{4}-\d\d-\d\d\.zip"$/),
      'cache-control': 'no-store',
    });
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const json = (name: string) => JSON.parse(strFromU8(files[`${name}.json`]!));
    expect(json('account')).toMatchObject({
      id: who.userId,
      email: who.email,
      first_name: 'Margaret',
      last_name: 'Citizen',
      medicare_number: '2123456701',
      care_provider: 'Banksia House',
      eusa_read_version: expect.any(String),
    });
    const { in_force, earlier } = json('plan');
    expect(in_force).toMatchObject({ status: 'complete', plan_version: 2, answers: { lastName: 'Citizen' } });
    expect(earlier).toMatchObject([{ plan_version: 1, answers: { lastName: fullAnswers().lastName } }]);
    expect(JSON.stringify(in_force.in_words)).toContain('CPR');
    expect(json('contacts')).toMatchObject([{ name: 'Daniel Doyle', email: 'daniel@test.example' }]);
    expect(json('openings').openings).toMatchObject([{ kind: 'card', name: null }]);
    expect(json('settings')).toMatchObject({ language: 'en', date_format: 'DD/MM/YY' });
    expect(json('activities').map(({ template }: { template: string }) => template)).toEqual(
      expect.arrayContaining(['accountOpened', 'ACP_COMPLETED', 'ACP_UPDATED', 'ACP_OPENED']),
    );
    const pdf = Object.entries(files).find(([name]) => name.endsWith('.pdf'));
    expect(strFromU8(pdf![1].subarray(0, 5))).toBe('%PDF-');
    const fhir = Object.entries(files).find(([name]) => name.endsWith('.fhir.json'));
    const bundle = JSON.parse(strFromU8(fhir![1]));
    expect(bundle).toMatchObject({ resourceType: 'Bundle', type: 'document' });
    expect(JSON.stringify(bundle)).toContain(Buffer.from(pdf![1]).toString('base64'));
    const everything = Object.entries(files)
      .filter(([name]) => name.endsWith('.json'))
      .map(([, content]) => strFromU8(content))
      .join('');
    const { password_hash } = await app.services.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', who.userId)
      .executeTakeFirstOrThrow();
    for (const secret of [who.pin, who.shareId, password_hash!, stranger.email, stranger.userId])
      expect([secret, everything.includes(secret)]).toEqual([secret, false]);
  });

  it('is announced by a mail without any of its data, is stored sealed, and is deleted after a week [D-19, security 36]', async () => {
    const who = await signedIn({ firstName: 'Margaret' });
    const id = await who.made();
    await vi.waitFor(async () => expect(await mailsTo(who.email)).toHaveLength(1), { timeout: 15_000 });
    const [mail] = await mailsTo(who.email);
    expect(mail!.subject).toBe('Your copy is ready');
    expect(mail!.text).toContain('/settings/privacy');
    expect(mail!.text).not.toContain(id);
    const row = await app.services.db
      .selectFrom('data_exports')
      .select(['id', 'ready_at', 'expires_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const parts = await app.services.db
      .selectFrom('data_export_parts')
      .select('part_sealed')
      .where('export_id', '=', row.id)
      .execute();
    expect(parts.length).toBeGreaterThan(0);
    // The names of its files, which a zip contains in clear. Two letters alone would sometimes appear in sealed bytes by chance.
    for (const { part_sealed } of parts) expect(part_sealed.includes('plan.json')).toBe(false);
    expect(row.expires_at!.getTime() - row.ready_at!.getTime()).toBe(7 * day);
    const status = async () => (await who.client.fetch(`/api/data-exports/${id}.zip`)).status;
    expect(await status()).toBe(200);
    await app.services.db
      .updateTable('data_exports')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', id)
      .execute();
    expect(await status()).toBe(404);
    expect((await who.client.graphql(list)).data.dataExports).toEqual([]);
    await carryOutRequests(app.services, () => {});
    expect(
      await app.services.db.selectFrom('data_exports').select('id').where('id', '=', id).execute(),
    ).toEqual([]);
  });

  it('is only for its person, and each download is recorded [D-19, security 2, security 8]', async () => {
    const who = await signedIn();
    const id = await who.made();
    const [eve, admin] = [await signedIn(), await signedIn({ role: 'admin' })];
    const status = async (client: TestClient, path = `/api/data-exports/${id}.zip`) =>
      (await client.fetch(path)).status;
    expect(await status(eve.client)).toBe(404);
    expect(await status(admin.client)).toBe(404);
    expect(await status(new TestClient(app.url))).toBe(401);
    for (const path of [
      '/api/data-exports/x.zip',
      `/api/data-exports/${id}`,
      `/api/data-exports/${id}.zip.zip`,
    ])
      expect(await status(who.client, path)).toBe(404);
    expect(await status(who.client)).toBe(200);
    const { db } = app.services;
    const downloads = await db
      .selectFrom('audit_log')
      .select('details')
      .where('chain', '=', who.userId)
      .where('action', '=', 'downloadDataExport')
      .execute();
    expect(downloads).toEqual([{ details: { export_id: id } }]);
    const visitor = new TestClient(app.url);
    expect((await visitor.graphql(ask)).errors?.[0].extensions.code).toBe('unauthenticated');
    await db
      .updateTable('sessions')
      .set({ acting_staff_id: admin.userId })
      .where('user_id', '=', who.userId)
      .execute();
    expect(await status(who.client)).toBe(403);
    expect((await who.client.graphql(ask)).errors?.[0].extensions.code).toBe('forbidden');
  });

  it('requires the password first, and makes nothing for a wrong one, which is reported at the field [D-19, security 13]', async () => {
    const who = await signedIn();
    const refusal = async (typed: string) =>
      (await who.client.graphql(askWith(typed))).errors?.[0].extensions;
    expect(await refusal('')).toMatchObject({
      code: 'invalid',
      fields: [{ field: 'password', message: 'field.password.required' }],
    });
    for (let time = 0; time < 5; time += 1)
      expect(await refusal('Wrong-horse-7')).toMatchObject({
        code: 'invalid',
        fields: [{ field: 'password', message: 'field.password.currentWrong' }],
      });
    expect(await refusal('Wrong-horse-7')).toMatchObject({ code: 'rate-limited' });
    expect((await who.client.graphql('mutation { requestDataExport { id } }')).errors).toHaveLength(1);
    expect((await who.client.graphql(list)).data.dataExports).toEqual([]);
    // Wrong passwords do not count towards the three copies of a day.
    await app.services.db.deleteFrom('attempts').execute();
    for (let time = 0; time < 3; time += 1) await who.made();
  });

  it('can be requested three times a day [D-19, security 13]', async () => {
    const who = await signedIn();
    for (let time = 0; time < 3; time += 1) await who.made();
    expect((await who.client.graphql(ask)).errors?.[0].extensions).toMatchObject({
      code: 'rate-limited',
      details: { retryAfter: expect.any(Number) },
    });
  });
});
