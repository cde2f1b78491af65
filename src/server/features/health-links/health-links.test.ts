import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { provider } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { visiting } from '../impersonation/impersonation.fixture.ts';
import { person } from '../../../../testing/people.ts';
import { askManifest, makeLink, ownerOf, revoke, versionOpened } from './health-links.fixture.ts';
import { tidyLinks } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.close());

const list = `{ healthLinks { id reader state address openings last_said } }`;
const create =
  'mutation ($reader: String!, $days: String!, $key: String) { createHealthLink(reader: $reader, days: $days, idempotency_key: $key) { id passcode } }';

const codesOf = ({ errors }: { errors: any[] | undefined }) =>
  errors?.map(({ extensions }) => extensions.code);

describe('the links of a person', () => {
  it('are listed with their reader, state and address, and stored without id, key or passcode in clear [X-04]', async () => {
    const { who, client } = await ownerOf(app);
    const { id, address, payload, passcode } = await makeLink(client, { reader: 'Dr Pham' });
    expect(passcode).toMatch(/^\d{8}$/);
    const { data } = await client.graphql(list);
    expect(data.healthLinks).toEqual([
      { id, reader: 'Dr Pham', state: 'open', address, openings: 0, last_said: null },
    ]);
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(health_links)::text as row from health_links where user_id = ${who.userId}`.execute(
      app.services.db,
    );
    const secrets = [payload.url.slice(-43), payload.key, passcode, 'Dr Pham'];
    const asHex = secrets.map((secret) => Buffer.from(secret).toString('hex'));
    for (const secret of [...secrets, ...asHex]) expect(rows[0]!.row).not.toContain(secret);
    expect(rows[0]!.row).toContain('$argon2id$');
  });

  it('say nothing of the person in the code, which everyone can read [X-04]', async () => {
    const { client } = await ownerOf(app);
    const { payload } = await makeLink(client, { reader: 'Dr Pham' });
    expect(payload.label).toBe('Advance care plan');
    expect(Object.keys(payload).toSorted()).toEqual(['exp', 'flag', 'key', 'label', 'url', 'v']);
    expect(payload.exp * 1_000).toBeGreaterThan(Date.now() + 29.9 * 86_400_000);
  });

  it('need a reader and a choice of days, are at most ten, and are made once for a repeated call [X-04]', async () => {
    const { client } = await ownerOf(app);
    const { errors } = await client.graphql(create, { reader: ' ', days: '31' });
    expect(errors![0].extensions.fields.map(({ field }: { field: string }) => field)).toEqual([
      'reader',
      'days',
    ]);
    const key = crypto.randomUUID();
    const values = { reader: 'Dr Pham', days: '7', key };
    const [first, again] = [await client.graphql(create, values), await client.graphql(create, values)];
    expect(again.data).toEqual(first.data);
    for (let made = 1; made < 10; made += 1) await makeLink(client, { reader: `Reader ${made}` });
    const refused = await client.graphql(create, { reader: 'One more', days: '7' });
    expect(refused.errors![0].extensions.fields).toEqual([
      { field: 'reader', message: 'healthLink.tooMany', params: { max: 10 } },
    ]);
    await revoke(client, first.data.createHealthLink.id);
    await makeLink(client, { reader: 'One more' });
  });

  it('are not made without a signed plan [X-04]', async () => {
    const { client } = await ownerOf(app, { plan: { status: 'draft', answers: {} } });
    expect(codesOf(await client.graphql(create, { reader: 'Dr Pham', days: '7' }))).toEqual(['not-found']);
  });

  it('belong to the owner alone: not to visitors, other customers, or staff, in the account or not [X-04] [security 4]', async () => {
    const providerId = await provider(app.services, 'Banksia House');
    const { who, client } = await ownerOf(app, { providerId });
    const { id } = await makeLink(client);
    const visitor = new TestClient(app.url);
    const { client: stranger } = await ownerOf(app);
    const admin = await person(app.services, { role: 'provideradmin', providerId });
    const staff = new TestClient(app.url);
    await staff.signIn(admin.email, admin.password);
    expect(codesOf(await revoke(visitor, id))).toEqual(['unauthenticated']);
    expect(codesOf(await revoke(stranger, id))).toEqual(['not-found']);
    expect(codesOf(await revoke(staff, id))).toEqual(['not-found']);
    expect((await stranger.graphql(list)).data.healthLinks).toEqual([]);
    expect((await visiting(app, providerId).enter(staff, who.userId)).body.ok).toBe(true);
    expect(codesOf(await staff.graphql(list))).toEqual(['forbidden']);
    expect(codesOf(await staff.graphql(create, { reader: 'Dr Pham', days: '7' }))).toEqual(['forbidden']);
    expect(codesOf(await revoke(staff, id))).toEqual(['forbidden']);
    expect((await client.graphql(list)).data.healthLinks).toMatchObject([{ id, state: 'open' }]);
  });

  it('are deleted ninety days after they ended, and not before [X-04]', async () => {
    const { client } = await ownerOf(app);
    const [ended, , open] = [
      await makeLink(client, { days: '1' }),
      await revoke(client, (await makeLink(client)).id),
      await makeLink(client, { days: '365' }),
    ];
    const idsAfter = async (days: number) => {
      const clock = () => new Date(Date.now() + days * 86_400_000);
      await tidyLinks({ db: app.services.db, clock });
      return (await client.graphql(list)).data.healthLinks.map(({ id }: { id: string }) => id);
    };
    expect(await idsAfter(89)).toHaveLength(3);
    expect(await idsAfter(90.5)).toEqual([open.id, ended.id]);
    expect(await idsAfter(92)).toEqual([open.id]);
  });
});

describe('the owner of a link', () => {
  it('is notified of each opening with what the reader said of itself, by mail once in a quarter of an hour [X-04]', async () => {
    const { who, client } = await ownerOf(app);
    const { payload, passcode, id } = await makeLink(client, { reader: 'Dr Pham' });
    const said = '\u202eBrookside\u0000 \n Clinic\u200b ' + 'x'.repeat(500);
    await askManifest(payload.url, { passcode, recipient: said });
    await askManifest(payload.url, { passcode, recipient: 'Ward 3' });
    const { db } = app.services;
    await vi.waitFor(async () => {
      const notices = await db
        .selectFrom('notifications')
        .select('metadata')
        .where('receiver_id', '=', who.userId)
        .where('template', '=', 'HEALTH_LINK_OPENED')
        .orderBy('created_at')
        .execute();
      const shown = `Brookside Clinic ${'x'.repeat(83)}`;
      expect(notices.map(({ metadata }) => metadata)).toEqual([
        { reader: 'Dr Pham', said: shown },
        { reader: 'Dr Pham', said: 'Ward 3' },
      ]);
      const mails = await db
        .selectFrom('mail_outbox')
        .select(['subject', 'plain'])
        .where('to_address', '=', who.email)
        .execute();
      const opened = mails.filter(({ subject }) => subject === 'Your plan was opened with a link');
      expect(opened).toHaveLength(1);
      expect(opened[0]!.plain).toContain('The reader said it was “Brookside Clinic x');
      expect(mails.map(({ subject }) => subject)).toContain('You gave a reader a link to your plan');
    });
    const { data } = await client.graphql(list);
    expect(data.healthLinks).toMatchObject([{ id, openings: 2, last_said: 'Ward 3' }]);
    const log = await client.graphql(
      '{ planOpenings { data { kind name } } recentActivities { template metadata } }',
    );
    expect(log.data.planOpenings.data).toEqual([
      { kind: 'link', name: null },
      { kind: 'link', name: null },
    ]);
  });

  it('finds each opening, refusal and change in the audit trail, by ids alone [X-04]', async () => {
    const { who, client } = await ownerOf(app);
    const { payload, passcode, id } = await makeLink(client);
    await askManifest(payload.url, { passcode: '1' });
    await askManifest(payload.url, { passcode });
    await revoke(client, id);
    const { rows } = await sql<{ action: string; actor_kind: string; details: object }>`
      select action, actor_kind, details from audit_log where chain = ${who.userId}
        and action like '%HealthLink' order by seq`.execute(app.services.db);
    expect(rows).toEqual([
      { action: 'createHealthLink', actor_kind: 'person', details: { link_id: id, days: 30 } },
      {
        action: 'openHealthLink',
        actor_kind: 'visitor',
        details: { link_id: id, refused: 'unauthenticated', left: 9 },
      },
      { action: 'openHealthLink', actor_kind: 'visitor', details: { link_id: id, plan_version: 1 } },
      { action: 'revokeHealthLink', actor_kind: 'person', details: { link_id: id, changed: true } },
    ]);
  });
});

describe('a link that very many ask for', () => {
  it('keeps answering others: a thousand callers with the passcode get at most sixty documents an hour, and the card opens [X-04]', async () => {
    const { client } = await ownerOf(app);
    const [{ payload, passcode }, other] = [await makeLink(client), await makeLink(client)];
    const statuses = await Promise.all(
      Array.from({ length: 1_000 }, async () => (await askManifest(payload.url, { passcode })).status),
    );
    const count = (status: number) => statuses.filter((each) => each === status).length;
    expect(count(200)).toBeLessThanOrEqual(60);
    expect(count(200)).toBeGreaterThan(0);
    expect(count(200) + count(429) + count(503)).toBe(1_000);
    expect(await versionOpened(other)).toBe('version 1');
    // No try was taken, and the link is not closed.
    app.advance(3_600_000 + 1);
    expect(await versionOpened({ payload, passcode })).toBe('version 1');
    app.advance(-3_600_000 - 1);
  }, 60_000);
});
