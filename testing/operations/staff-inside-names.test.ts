import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectedDecisions } from '../../src/domain/access/access-matrix.fixture.ts';
import { pdfOf } from '../../src/server/features/files/checks/sample-files.fixture.ts';
import {
  activate,
  beginUpload,
  deleteFile,
  directive,
  listFiles,
  paper,
  sendParts,
  upload,
} from '../../src/server/features/files/uploads/uploads.fixture.ts';
import { visiting } from '../../src/server/features/impersonation/impersonation.fixture.ts';
import { operations } from '../../src/server/features.ts';
import type { TestClient } from '../client.ts';
import { fullAnswers, person, provider, type TestPerson } from '../people.ts';
import { startApp, type TestApp } from '../start-app.ts';

type Caller = { client: TestClient; customer: TestPerson };

const content = pdfOf({ size: 4_000 });
const letter = paper('Letter.pdf', content);

async function ask(client: TestClient, text: string, variables: object = {}) {
  const { data, errors } = await client.graphql(text, variables as Record<string, unknown>);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const facts = `name: "Zoe", email: "zoe@test.example", phone: "0491 570 006", relationship: "Friend",
  substitutedDecisionMaker: true, enduringGuardian: false`;

const uploaded = async (client: TestClient) => (await upload(client, letter)).file.id as string;

/** Writes that staff may make inside a customer's account: each a call that succeeds. */
const calls: Record<string, (caller: Caller) => Promise<unknown>> = {
  updateAnswers: ({ client, customer }) =>
    ask(
      client,
      `mutation { updateAnswers(id: "${customer.acpId}", answers: { explanations: "As she said to me" }, status: draft,
        version: 1) { returning { version } } }`,
    ),
  updateUser: ({ client }) => ask(client, 'mutation { updateUser(postcode: "3280") { id } }'),
  updateProfile: ({ client }) => ask(client, 'mutation { updateProfile(postcode: "3281") { id } }'),
  updateLanguage: ({ client }) => ask(client, 'mutation { updateLanguage(language: "zh") { id } }'),
  updateDateFormat: ({ client }) =>
    ask(client, 'mutation { updateDateFormat(date_format: "YYYY-MM-DD") { id } }'),
  suggestTrustedContact: ({ client }) => ask(client, `mutation { suggestTrustedContact(${facts}) }`),
  insertFile: ({ client }) => beginUpload(client, letter),
  activateFile: ({ client }) => uploaded(client),
  async cancelUpload({ client }) {
    const { file } = await beginUpload(client, letter);
    await ask(client, `mutation { cancelUpload(id: "${file.id}") }`);
  },
  async copyFileS3({ client }) {
    await ask(client, `mutation { copyFileS3(file_id: "${await uploaded(client)}") { id } }`);
  },
  async generateS3Url({ client }) {
    await ask(client, `mutation { generateS3Url(file_id: "${await uploaded(client)}") { url } }`);
  },
  returnToOwn: ({ client }) => client.post('/api/auth/return-to-own', {}),
};

/** Operations that only read a document of the care provider or the plan. Other tests cover their audit trails (FILE-07, X-03). */
const withoutCall = ['downloadEolFile', 'getPlanFhir'];

describe('staff actions in a customer’s account', () => {
  let app: TestApp;
  let staff: TestPerson;
  let customer: TestPerson;
  let inside: TestClient;
  let actions: ReturnType<typeof visiting>;

  beforeAll(async () => {
    app = await startApp();
    // The relay deletes dispatched events: this keeps a copy of each emitted event.
    await sql`create table kept_events (type text, payload jsonb)`.execute(app.services.db);
    await sql`create function keep_event() returns trigger language plpgsql as
      'begin insert into kept_events values (new.type, new.payload); return new; end'`.execute(
      app.services.db,
    );
    await sql`create trigger keep after insert on outbox for each row execute function keep_event()`.execute(
      app.services.db,
    );
  });
  beforeEach(async () => {
    const { services } = app;
    await services.db.deleteFrom('attempts').execute();
    const providerId = await provider(services);
    actions = visiting(app, providerId);
    staff = await actions.newStaff();
    customer = await person(services, {
      providerId,
      firstName: 'Dorothy',
      lastName: 'Hargreaves',
      plan: { status: 'draft', answers: fullAnswers() },
    });
    inside = await actions.browserOf(staff);
    expect((await actions.enter(inside, customer.userId)).status).toBe(200);
    await sql`truncate kept_events`.execute(services.db);
  });
  afterAll(() => app.close());

  const writesInside = operations
    .filter(({ kind, action }) => {
      const decisions = expectedDecisions(action);
      return (
        kind !== 'read' &&
        decisions.visitor !== 'allow' &&
        decisions['staff member in the account'] === 'allow'
      );
    })
    .map(({ name }) => name);

  it('have a call here for each permitted write [S-02]', () => {
    expect(writesInside.toSorted()).toEqual([...Object.keys(calls), ...withoutCall].toSorted());
  });

  it.each(Object.keys(calls))(
    'name both people after %s: the trail, each activity and each event record the actor and the account [S-02] [D-59]',
    async (name) => {
      const { db } = app.services;
      const since = new Date(app.services.clock().getTime());
      await calls[name]!({ client: inside, customer });
      const trail = await db
        .selectFrom('audit_log')
        .select(['action', 'actor_kind', 'actor_id', 'acting_staff_id'])
        .where('chain', '=', customer.userId)
        .where('at', '>=', since)
        .execute();
      expect(trail.map(({ action }) => action)).toContain(name);
      for (const row of trail)
        expect(row).toMatchObject({
          actor_kind: 'person',
          actor_id: customer.userId,
          acting_staff_id: staff.userId,
        });
      const activities = await db
        .selectFrom('recent_activities')
        .select(['template', 'user_id', 'actor_id', 'metadata'])
        .where('user_id', '=', customer.userId)
        .where('created_at', '>=', since)
        .execute();
      for (const { template, actor_id, metadata } of activities)
        expect([template, actor_id, template === 'LOGIN_AS_CUSTOMER' || metadata['inside']]).toEqual([
          template,
          staff.userId,
          true,
        ]);
      const { rows } = await sql<{ type: string; payload: object }>`
        select type, payload from kept_events`.execute(db);
      for (const { payload } of rows) expect(payload).toMatchObject({ staff_id: staff.userId, inside: true });
    },
  );

  it('are shown to other staff, and listed to the person, as the staff member’s, not as the person’s own [S-02] [D-59]', async () => {
    const colleague = await person(app.services, {
      role: 'provideradmin',
      providerId: staff.actor.providerId!,
    });
    await uploaded(inside);
    const own = await actions.browserOf(colleague);
    await expect
      .poll(
        async () =>
          (await ask(own, '{ getNotifications { data { template metadata user { id } actor { id } } } }'))
            .getNotifications.data,
      )
      .toEqual([
        {
          template: 'FILE_UPLOADED',
          metadata: { actor_id: staff.userId, inside: true },
          user: { id: customer.userId },
          actor: { id: staff.userId },
        },
      ]);
    const hers = await actions.browserOf(customer);
    const { recentActivities } = await ask(hers, '{ recentActivities(limit: 1) { metadata actor { id } } }');
    expect(recentActivities).toEqual([
      { metadata: { file: 'Letter.pdf', inside: true }, actor: { id: staff.userId } },
    ]);
  });

  it('do not appear when the customer acted herself [S-02]', async () => {
    const own = await actions.browserOf(customer);
    await sql`truncate kept_events`.execute(app.services.db);
    await uploaded(own);
    const { rows } = await sql<{ payload: object }>`
      select payload from kept_events where type = 'file.added'`.execute(app.services.db);
    expect(rows).toEqual([{ payload: { user_id: customer.userId, file_id: expect.any(String) } }]);
    const { recentActivities } = await ask(own, '{ recentActivities(limit: 1) { metadata actor { id } } }');
    expect(recentActivities).toEqual([{ metadata: { file: 'Letter.pdf' }, actor: { id: customer.userId } }]);
  });

  it('neither add nor replace a directive in any way [S-01] [D-59]', async () => {
    const own = await actions.browserOf(customer);
    const { file: inForce } = await upload(own, directive(content));
    const { file: begun } = await beginUpload(own, directive(content));
    const added = await uploaded(inside);
    expect((await upload(inside, directive(content))).refusal).toBe('forbidden');
    await expect(sendParts(inside, begun, content)).rejects.toThrow('403');
    await sendParts(own, begun, content);
    expect((await activate(inside, begun.id)).refusal).toBe('forbidden');
    for (const [id, category] of [
      [added, 'ACP'],
      [inForce.id, 'ACP'],
    ])
      await expect(
        ask(inside, `mutation { copyFileS3(file_id: "${id}", category: ${category}) { id } }`),
      ).rejects.toThrow('forbidden');
    const directives = await listFiles(own, 'ACP');
    expect(directives.filter(({ is_active }) => is_active).map(({ id }) => id)).toEqual([inForce.id]);
    expect(await listFiles(own, 'ADDITIONAL_DOCUMENT')).toMatchObject([{ id: added, is_active: true }]);
  });

  it('delete no file, not even one that they added, and cancel no upload but their own [S-01] [D-59]', async () => {
    const own = await actions.browserOf(customer);
    const hers = await uploaded(own);
    const theirs = await uploaded(inside);
    const { file: begun } = await beginUpload(own, letter);
    for (const id of [hers, theirs, begun.id]) expect(await deleteFile(inside, id)).toBe('forbidden');
    await expect(ask(inside, `mutation { cancelUpload(id: "${begun.id}") }`)).rejects.toThrow('forbidden');
    for (const id of [hers, theirs])
      await expect(ask(inside, `mutation { cancelUpload(id: "${id}") }`)).rejects.toThrow('not-found');
    expect(new Set((await listFiles(own)).map(({ id }) => id))).toEqual(new Set([hers, theirs, begun.id]));
    await ask(own, `mutation { cancelUpload(id: "${begun.id}") }`);
    expect(await deleteFile(own, theirs)).toBeUndefined();
  });
});
