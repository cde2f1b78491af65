import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { contextFor, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { roles } from '../../../domain/access/actors.ts';
import { pdfOf } from '../files/checks/sample-files.fixture.ts';
import { importEarlierFile } from './import.ts';
import {
  activateLegacyFile,
  deleteEarlierFile,
  getEOLFiles,
  getLegacyFiles,
  migrateEOLFiles,
  previewEarlierFile,
  relinkEarlierFile,
} from './operations.ts';
import type { EarlierKind } from './store.ts';

describe('files of the earlier system', () => {
  let app: TestApp;
  let sam: TestPerson;
  let ann: TestPerson;

  beforeAll(async () => {
    app = await startApp();
    sam = await person(app.services, { role: 'sysadmin' });
  });
  beforeEach(async () => {
    ann = await person(app.services, { firstName: 'Ann', lastName: 'Lee' });
    await app.services.db.deleteFrom('earlier_files').execute();
  });
  afterAll(() => app.close());

  const as = (actor: unknown = sam.actor) => contextFor(app.services, actor as never);
  const give = async (kind: EarlierKind, email = ann.email, bytes = pdfOf()) => {
    const imported = await importEarlierFile(app.services, { kind, email, name: 'plan.pdf', bytes });
    const { id } = await app.services.db
      .selectFrom('earlier_files')
      .select('id')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return { imported, id };
  };
  const filesOf = (userId: string) =>
    app.services.db
      .selectFrom('files')
      .select(['id', 'file_name', 'is_eol', 'is_active', 'added_by'])
      .where('user_id', '=', userId)
      .execute();
  const trail = async (action: string) =>
    (await app.services.db.selectFrom('audit_log').select('actor_id').where('action', '=', action).execute())
      .length;

  it('are taken over once, sealed, linked to the customer with the address, and not at all if no document can be like them [API-63, GAP-115]', async () => {
    const bytes = pdfOf();
    expect((await give('eol', ann.email.toUpperCase(), bytes)).imported).toBe('linked');
    expect((await give('eol', ann.email, bytes)).imported).toBe('known');
    expect((await give('eol', 'someone@else.example', bytes)).imported).toBe('unlinked');
    const refused = (more: object) =>
      importEarlierFile(app.services, { kind: 'eol', email: ann.email, name: 'plan.pdf', bytes, ...more });
    expect(await refused({ name: 'plan.exe' })).toBe('refused');
    expect(await refused({ bytes: Buffer.alloc(0) })).toBe('refused');
    expect(await refused({ email: 'not an address' })).toBe('refused');
    const rows = await app.services.db.selectFrom('earlier_files').select('content').execute();
    expect(rows).toHaveLength(2);
    for (const { content } of rows) expect(content?.includes('%PDF')).toBe(false);
  });

  it('are listed by kind and status, in pages [API-63, SUPER-01, GAP-115]', async () => {
    const legacy = await give('questionnaire');
    const eol = await give('eol', 'someone@else.example');
    expect(await getLegacyFiles.call(as(), {})).toMatchObject({
      count: 1,
      data: [{ id: legacy.id, customer_name: 'Ann Lee', status: 'waiting', user_id: ann.userId }],
    });
    expect(await getEOLFiles.call(as(), { limit: 1 })).toMatchObject({
      count: 1,
      data: [{ id: eol.id, customer_name: null, earlier_email: 'someone@else.example' }],
    });
    expect((await getEOLFiles.call(as(), { offset: 1 })).data).toEqual([]);
    expect((await getEOLFiles.call(as(), { status: 'done' })).data).toEqual([]);
  });

  it('become end-of-life documents of their customer once, however often and at once they are migrated [API-63, GAP-115]', async () => {
    const { id } = await give('eol');
    const before = await trail('migrateEOLFiles');
    const calls = await Promise.allSettled([1, 2, 3].map(() => migrateEOLFiles.call(as(), { ids: [id] })));
    expect(calls.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    const [migrated] = await migrateEOLFiles.call(as(), { ids: [id] });
    expect(migrated).toMatchObject({ id, status: 'done', problem: null });
    expect(await filesOf(ann.userId)).toEqual([
      expect.objectContaining({
        ...{ file_name: 'plan.pdf', is_eol: true, is_active: true, added_by: sam.userId },
      }),
    ]);
    const row = await app.services.db
      .selectFrom('earlier_files')
      .select(['content', 'key_sealed', 'file_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ content: null, key_sealed: null, file_id: (await filesOf(ann.userId))[0]?.id });
    expect(await trail('migrateEOLFiles')).toBe(before + 4);
  });

  it('stay where they are without a customer, and are refused with the reason if their content may not be safe [API-63, GAP-115]', async () => {
    const unlinked = await give('eol', 'someone@else.example');
    const bad = await give('eol', ann.email, Buffer.from('this is no document'));
    const settled = await migrateEOLFiles.call(as(), { ids: [unlinked.id, bad.id] });
    expect(settled.find(({ id }) => id === unlinked.id)).toMatchObject({ status: 'waiting' });
    expect(settled.find(({ id }) => id === bad.id)).toMatchObject({
      status: 'refused',
      problem: 'contentDiffers',
    });
    expect(await filesOf(ann.userId)).toEqual([]);
    await expect(migrateEOLFiles.call(as(), { ids: [randomUUID()] })).rejects.toMatchObject({
      code: 'not-found',
    });
    const legacy = await give('questionnaire', 'someone@else.example');
    await expect(activateLegacyFile.call(as(), { id: legacy.id })).rejects.toMatchObject({
      fields: [{ field: 'email', message: 'earlierFiles.error.noCustomer' }],
    });
    await expect(migrateEOLFiles.call(as(), { ids: [legacy.id] })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('are migrated together only if one customer has them, and the entry is in that trail and in the report only if one was added [API-63, GAP-114, GAP-115]', async () => {
    const { db } = app.services;
    const ben = await person(app.services, { firstName: 'Ben', lastName: 'Lee' });
    const [mine, second, bad, his] = [
      await give('eol'),
      await give('eol', ann.email, pdfOf({ size: 9_000 })),
      await give('eol', ann.email, Buffer.from('this is no document')),
      await give('eol', ben.email),
    ].map(({ id }) => id) as [string, string, string, string];
    await expect(migrateEOLFiles.call(as(), { ids: [mine, his] })).rejects.toMatchObject({
      fields: [{ field: 'file', message: 'earlierFiles.error.oneCustomer' }],
    });
    expect([(await filesOf(ann.userId)).length, (await filesOf(ben.userId)).length]).toEqual([0, 0]);
    const entries = () =>
      db
        .selectFrom('audit_log')
        .leftJoin('plan_entries', (join) =>
          join
            .on(sql`plan_entries.user_id::text`, '=', sql`audit_log.chain`)
            .onRef('plan_entries.seq', '=', 'audit_log.seq'),
        )
        .select(['details', sql<boolean>`plan_entries.seq is not null`.as('reported')])
        .where('action', '=', 'migrateEOLFiles')
        .where('chain', '=', ann.userId)
        .orderBy('audit_log.seq')
        .execute();
    await migrateEOLFiles.call(as(), { ids: [mine, second] });
    await migrateEOLFiles.call(as(), { ids: [mine, bad] });
    expect(
      (await entries()).map(({ details, reported }) => [(details as { files: number }).files, reported]),
    ).toEqual([
      [2, true],
      [0, false],
    ]);
  });

  it('are linked again by the address of a customer, here or in the earlier system, and only before a customer has them [API-63, GAP-115]', async () => {
    const { db } = app.services;
    const ben = await person(app.services, { firstName: 'Ben', lastName: 'Lee' });
    const earlier = `${randomUUID()}@earlier.example`;
    await db.updateTable('users').set({ legacy_email: earlier }).where('id', '=', ben.userId).execute();
    const { id } = await give('questionnaire');
    const relink = (email: string) => relinkEarlierFile.call(as(), { id, email });
    for (const email of ['nobody@test.example', sam.email, 'not an address'])
      await expect(relink(email)).rejects.toMatchObject({
        fields: [{ field: 'email', message: 'earlierFiles.error.noCustomer' }],
      });
    expect(await relink(earlier)).toMatchObject({ user_id: ben.userId, customer_name: 'Ben Lee' });
    await db.updateTable('users').set({ legacy_email: earlier }).where('id', '=', ann.userId).execute();
    await expect(relink(earlier)).rejects.toMatchObject({ code: 'invalid' });
    expect(await activateLegacyFile.call(as(), { id })).toMatchObject({ status: 'done' });
    expect(await activateLegacyFile.call(as(), { id })).toMatchObject({ status: 'done' });
    expect([(await filesOf(ben.userId)).length, (await filesOf(ann.userId)).length]).toEqual([1, 0]);
    await expect(relink(ann.email)).rejects.toMatchObject({ fields: [{ field: 'file' }] });
    await expect(deleteEarlierFile.call(as(), { id })).rejects.toMatchObject({ fields: [{ field: 'file' }] });
    expect(await filesOf(ben.userId)).toHaveLength(1);
  });

  it('are not given to another customer than the one whom the caller saw [API-63, GAP-115]', async () => {
    const ben = await person(app.services, { firstName: 'Ben', lastName: 'Lee' });
    const questionnaire = await give('questionnaire');
    const document = await give('eol', ann.email, pdfOf());
    for (const { id } of [questionnaire, document])
      await relinkEarlierFile.call(as(), { id, email: ben.email });
    const seen = { user_id: ann.userId };
    const refusal = { fields: [{ field: 'file', message: 'earlierFiles.error.otherCustomer' }] };
    await expect(activateLegacyFile.call(as(), { id: questionnaire.id, ...seen })).rejects.toMatchObject(
      refusal,
    );
    await expect(migrateEOLFiles.call(as(), { ids: [document.id], ...seen })).rejects.toMatchObject(refusal);
    expect([...(await filesOf(ann.userId)), ...(await filesOf(ben.userId))]).toEqual([]);
    const now = { user_id: ben.userId };
    await activateLegacyFile.call(as(), { id: questionnaire.id, ...now });
    await migrateEOLFiles.call(as(), { ids: [document.id], ...now });
    expect(await filesOf(ben.userId)).toHaveLength(2);
  });

  it('are deleted permanently, recorded in the trail, and a second time not found [API-63, GAP-115]', async () => {
    const { id } = await give('eol');
    const before = await trail('deleteEarlierFile');
    expect(await deleteEarlierFile.call(as(), { id })).toBe(id);
    await expect(deleteEarlierFile.call(as(), { id })).rejects.toMatchObject({ code: 'not-found' });
    expect(await app.services.db.selectFrom('earlier_files').select('id').execute()).toEqual([]);
    expect(await trail('deleteEarlierFile')).toBeGreaterThan(before);
  });

  it('are deleted with the account that they are linked to [API-63, D-19]', async () => {
    await give('eol');
    await app.services.db.deleteFrom('acps').where('user_id', '=', ann.userId).execute();
    await app.services.db.deleteFrom('users').where('id', '=', ann.userId).execute();
    expect(await app.services.db.selectFrom('earlier_files').select('id').execute()).toEqual([]);
  });

  it('are previewed by their administrator only, each time in the trail, and not from another site [API-63, SUPER-02, GAP-115]', async () => {
    const bytes = pdfOf();
    const { id } = await give('eol', ann.email, bytes);
    const path = `${app.url}/api/super-admin/files/${id}`;
    const client = new TestClient(app.url);
    await client.signIn(sam.email, sam.password);
    const before = await trail('previewEarlierFile');
    const read = await client.fetch(`/api/super-admin/files/${id}`);
    expect(read.status).toBe(200);
    expect(Buffer.from(await read.arrayBuffer())).toEqual(bytes);
    expect(read.headers.get('content-type')).toBe('application/pdf');
    expect(await trail('previewEarlierFile')).toBe(before + 1);
    const elsewhere = await client.fetch(`/api/super-admin/files/${id}`, {
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
    });
    expect(elsewhere.status).toBe(403);
    expect((await fetch(path)).status).toBe(401);
    const admin = await person(app.services, { role: 'admin' });
    const other = new TestClient(app.url);
    await other.signIn(admin.email, admin.password);
    expect((await other.fetch(`/api/super-admin/files/${id}`)).status).toBe(403);
    expect((await client.fetch(`/api/super-admin/files/${randomUUID()}`)).status).toBe(404);
  });

  it('are refused by every operation to every other role, staff in an account, visitors and the system itself [API-63, SUPER-01, SUPER-02] [security 4]', async () => {
    const { id } = await give('eol');
    const providerId = await provider(app.services);
    const others: [string, unknown, string][] = [
      ['a visitor', { kind: 'visitor' }, 'unauthenticated'],
      ['the system', { kind: 'system' }, 'unauthenticated'],
      ['a reader of a card', { kind: 'emergency', userId: ann.userId }, 'unauthenticated'],
      ['staff in an account', { ...ann.actor, actingStaffId: sam.userId }, 'forbidden'],
    ];
    for (const role of roles.filter((each) => each !== 'sysadmin'))
      others.push([role, (await person(app.services, { role, providerId })).actor, 'forbidden']);
    for (const [who, actor, code] of others) {
      const context = as(actor);
      const calls = {
        getLegacyFiles: () => getLegacyFiles.call(context, {}),
        getEOLFiles: () => getEOLFiles.call(context, {}),
        previewEarlierFile: () => previewEarlierFile.call(context, { id }),
        relinkEarlierFile: () => relinkEarlierFile.call(context, { id, email: ann.email }),
        activateLegacyFile: () => activateLegacyFile.call(context, { id }),
        migrateEOLFiles: () => migrateEOLFiles.call(context, { ids: [id] }),
        deleteEarlierFile: () => deleteEarlierFile.call(context, { id }),
      };
      for (const [name, call] of Object.entries(calls))
        await expect(call(), `${name} by ${who}`).rejects.toMatchObject({ code });
    }
    expect(await filesOf(ann.userId)).toEqual([]);
  });

  it('are in production for the one address that the operator names, and for no other system administrator [SUPER-02, GAP-115] [security 4]', async () => {
    const { id } = await give('eol');
    const other = await person(app.services, { role: 'sysadmin' });
    const production = (superAdminEmail: string | undefined, actor: unknown) =>
      contextFor(
        { ...app.services, config: { ...app.services.config, environment: 'prod', superAdminEmail } },
        actor as never,
      );
    expect((await getEOLFiles.call(production(sam.email, sam.actor), {})).count).toBe(1);
    for (const context of [production(sam.email, other.actor), production(undefined, sam.actor)]) {
      await expect(getEOLFiles.call(context, {})).rejects.toMatchObject({ code: 'forbidden' });
      await expect(getLegacyFiles.call(context, {})).rejects.toMatchObject({ code: 'forbidden' });
      await expect(migrateEOLFiles.call(context, { ids: [id] })).rejects.toMatchObject({ code: 'forbidden' });
      await expect(deleteEarlierFile.call(context, { id })).rejects.toMatchObject({ code: 'forbidden' });
      await expect(previewEarlierFile.call(context, { id })).rejects.toMatchObject({ code: 'forbidden' });
    }
  });
});
