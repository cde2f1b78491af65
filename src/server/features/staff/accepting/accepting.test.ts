import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { dueBefore } from '../../../../domain/access/access.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import type { Context } from '../../../pipeline/context.ts';
import { handlers } from '../../../jobs/events/handlers.ts';
import { outcomeOf, startHouse, type House } from '../../customers/actions/customers.fixture.ts';
import { inviteProvider } from '../../providers/registered/invite-operation.ts';
import { actorOf } from '../../sessions/current-session.ts';
import { createSignupToken } from '../../sign-up/invitations.ts';
import { readSignupTokenEmail } from '../../sign-up/operations.ts';
import { insertProviderUser } from '../inviting/add-operation.ts';
import { resendStaffInvitation } from '../inviting/invitation-operations.ts';
import { acceptStaffInvitation, readStaffInvitation } from './operations.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const password = 'Ferry-Lantern-7';

type Invited = { id: string; email: string; providerId: string; token: string };

describe('an invitation to the staff', () => {
  let h: House;
  beforeAll(async () => {
    h = await startHouse();
  });
  afterAll(() => h.close());
  beforeEach(async () => {
    h.mails.length = 0;
    const { db } = h.test.services;
    await db.deleteFrom('attempts').execute();
    await db.deleteFrom('outbox').execute();
    await db.deleteFrom('notifications').execute();
  });

  const visitor = (): Context => ({ ...h.as(h.admin), actor: { kind: 'visitor' } });
  const admin = () => h.as(h.admin);

  /** Returns the token in the newest mail to an address. */
  const tokenOf = (email: string) =>
    /\/invite#token=([\w.-]+)/.exec(h.mails.findLast(({ to }) => to === email)?.plain ?? '')?.[1] ?? '';

  async function contact(more: object = {}): Promise<Invited> {
    const email = `${randomUUID()}@test.example`;
    const names = { first_name: 'Bridie', last_name: 'O’Brien', provider_name: 'Correa Lodge' };
    const input = { ...names, email, providerType: 'internal_provider', ...more };
    const { id: providerId, contact_id: id } = await inviteProvider.call(admin(), input);
    await h.runJobs();
    return { id, email, providerId, token: tokenOf(email) };
  }
  async function nurse(permission_role_id = 3): Promise<Invited> {
    const email = `${randomUUID()}@test.example`;
    const input = { first_name: 'Mei', last_name: 'Ling', phone: '0491 570 156', role: 'nurse', email };
    const { id } = await insertProviderUser.call(admin(), {
      ...input,
      permission_role_id: String(permission_role_id),
      provider_id: h.house,
    });
    await h.runJobs();
    return { id, email, providerId: h.house, token: tokenOf(email) };
  }

  const open = (token: string) => readStaffInvitation.call(visitor(), { token });
  const accept = (token: string, more: object = {}) =>
    acceptStaffInvitation.call(visitor(), { token, password, language: 'en', ...more });
  const noticesOf = async ({ userId }: Pick<TestPerson, 'userId'>) => {
    const rows = await h.test.services.db
      .selectFrom('notifications')
      .select(['template', 'metadata', 'user_id'])
      .where('receiver_id', '=', userId)
      .execute();
    return rows;
  };

  it('shows the inviting provider and the role, and nothing else [GAP-98]', async () => {
    const { email, token } = await nurse();
    expect(await open(token)).toEqual({
      ...{ email, first_name: 'Mei', provider: 'Banksia House', permission_role_id: 3, job: 'nurse' },
      is_contact: false,
    });
    expect(await open((await contact()).token)).toMatchObject({ provider: 'Correa Lodge', is_contact: true });
  });

  it('is accepted with a password by the rules of sign-up: active, signed in, with a second step and the agreements required first [GAP-90] [security 1]', async () => {
    const { id, token } = await contact();
    expect(await outcomeOf(accept(token, { password: '' }))).toBe('invalid: field.password.required');
    expect(await outcomeOf(accept(token, { password: 'Password1' }))).toBe('invalid: field.password.common');
    expect((await h.stored(id))?.['status']).toBe('invited');
    const { session, user } = await accept(token, { language: 'zh' });
    expect(user).toMatchObject({ id, permission_role: { role: 'provideradmin' }, status: 'active' });
    expect(await h.stored(id)).toMatchObject({
      ...{ status: 'active', invitation_id: null, language: 'zh' },
      ...{ invite_accepted_date: expect.any(Date), email_verified_at: expect.any(Date) },
      password_hash: expect.stringMatching(/^\$argon2id\$/),
    });
    const { services } = h.test;
    const production = { ...services, config: { ...services.config, environment: 'prod' as const } };
    const { actor } = await actorOf(production, session.token);
    expect(actor).toMatchObject({ kind: 'person', userId: id, role: 'provideradmin' });
    expect([dueBefore(actor, 'customers.read'), dueBefore(actor, 'account.secondStep')]).toEqual([
      'second-step',
      null,
    ]);
    const after = { ...actor, secondStepDue: false } as Actor;
    expect(dueBefore(after, 'customers.read')).toBe('consent');
  });

  it('ignores a role, flag, provider or status that a browser sends [security 7]', async () => {
    const { id, token } = await nurse();
    for (const more of [
      { permission_role_id: 4 },
      { role: 'admin' },
      { provider_id: randomUUID() },
      { can_manage_all: true },
      { email: 'thief@test.example' },
    ])
      expect(await outcomeOf(accept(token, more))).toMatch(/^invalid/);
    await accept(token);
    expect(await h.stored(id)).toMatchObject({ permission_role_id: 3, provider_id: h.house });
  });

  it('works for thirty days to the second, and then says that it has expired [GAP-90] [PROV-33]', async () => {
    const { id, token } = await contact();
    const stored = await h.stored(id);
    const end = (stored!['invite_date'] as Date).getTime() + 30 * day;
    h.pass(end - 1_000 - h.test.services.clock().getTime());
    expect(await open(token)).toMatchObject({ provider: 'Correa Lodge' });
    h.pass(1_000);
    expect(await outcomeOf(open(token))).toBe('invalid: error.signup.tokenExpired');
    expect(await outcomeOf(accept(token))).toBe('invalid: error.signup.tokenExpired');
    expect((await h.stored(id))?.['status']).toBe('invited');
  });

  it('is invalid once it was sent again: only the newest link works, for thirty days from then [GAP-90]', async () => {
    const { id, email, token } = await contact();
    h.pass(29 * day);
    await resendStaffInvitation.call(admin(), { id });
    await h.runJobs();
    const newest = tokenOf(email);
    expect(newest).not.toBe(token);
    expect(await outcomeOf(open(token))).toBe('invalid: error.signup.tokenOlder');
    expect(await outcomeOf(accept(token))).toBe('invalid: error.signup.tokenOlder');
    h.pass(29 * day);
    expect(await outcomeOf(accept(newest))).toBe('done');
  });

  it('is accepted once, and by one of two simultaneous calls [GAP-90]', async () => {
    const first = await contact();
    expect(await outcomeOf(accept(first.token))).toBe('done');
    expect(await outcomeOf(open(first.token))).toBe('invalid: error.signup.tokenUsed');
    expect(await outcomeOf(accept(first.token, { password: 'Other-Words-9' }))).toBe(
      'invalid: error.signup.tokenUsed',
    );
    const second = await contact();
    const hashes = await Promise.all(
      ['Ferry-Lantern-7', 'Other-Words-9'].map((each) => outcomeOf(accept(second.token, { password: each }))),
    );
    expect(hashes.toSorted()).toEqual(['done', 'invalid: error.signup.tokenUsed']);
    const sessions = await h.test.services.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', second.id)
      .execute();
    expect(sessions).toHaveLength(1);
  });

  it('is invalid while the provider is archived, and when the person is suspended, removed or works elsewhere [GAP-90] [GAP-96]', async () => {
    const { db } = h.test.services;
    const invited = await contact();
    const archive = (archived: boolean) =>
      db.updateTable('providers').set({ archived }).where('id', '=', invited.providerId).execute();
    await archive(true);
    expect(await outcomeOf(open(invited.token))).toBe('invalid: error.invite.providerArchived');
    expect(await outcomeOf(accept(invited.token))).toBe('invalid: error.invite.providerArchived');
    await archive(false);
    expect(await open(invited.token)).toMatchObject({ email: invited.email });
    const held = await nurse();
    await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', held.id).execute();
    expect(await outcomeOf(accept(held.token))).toBe('invalid: error.signup.tokenHeld');
    const gone = await nurse();
    await db.deleteFrom('users').where('id', '=', gone.id).execute();
    expect(await outcomeOf(accept(gone.token))).toBe('invalid: error.signup.tokenCancelled');
    const moved = await nurse();
    await db
      .updateTable('users')
      .set({ email: `${randomUUID()}@test.example` })
      .where('id', '=', moved.id)
      .execute();
    expect(await outcomeOf(accept(moved.token))).toBe('invalid: error.signup.tokenCancelled');
  });

  it('is valid for its own purpose only, and a link that we did not sign for it is invalid [security 16]', async () => {
    const { token, email, id } = await contact();
    expect(await outcomeOf(readSignupTokenEmail.call(visitor(), { token }))).toBe(
      'invalid: error.signup.tokenBad',
    );
    const { services } = h.test;
    const stored = await h.stored(id);
    const asSignUp = createSignupToken(services.secrets, services.clock(), 'signup-token', {
      ...{ email, user_id: id, provider_id: h.house },
      invitation_id: stored!['invitation_id'] as string,
    });
    const [body = '', signature = ''] = token.split('.');
    const forged = Buffer.from(
      Buffer.from(body, 'base64url').toString().replace(email, 'thief@test.example'),
    ).toString('base64url');
    for (const bad of [asSignUp, '', 'x', `${forged}.${signature}`, `${body}.`, `${token}.x`])
      expect(await outcomeOf(open(bad))).toBe('invalid: error.signup.tokenBad');
    // It does not make a customer staff either: a customer's invitation names no provider's role.
    const customer = await h.customer({ status: 'invited' });
    const of = await h.stored(customer);
    const crossed = createSignupToken(services.secrets, services.clock(), 'staff-token', {
      ...{ email: of!['email'] as string, user_id: customer, provider_id: h.house },
      invitation_id: of!['invitation_id'] as string,
    });
    expect(await outcomeOf(accept(crossed))).toBe('invalid: error.signup.tokenCancelled');
  });

  it('notifies only the administrators that a provider is registered, once, even if it runs twice [NOTIF-12] [GAP-90] [GAP-72]', async () => {
    const { services } = h.test;
    const reader = await h.staff('providerview');
    const tlc = await h.staff('tlcadmin');
    const gone = await h.staff('admin');
    await services.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', gone.userId)
      .execute();
    const { id, providerId, token } = await contact({ parent_id: h.house });
    await accept(token);
    const log = () => {};
    const again = {
      services,
      mailer: { send: async () => {}, close: async () => {} },
      log,
      jobId: 'one job',
    };
    for (let turn = 0; turn < 2; turn += 1)
      await handlers['staff.joined'].staff.run({ user_id: id }, { ...again, at: services.clock() });
    const registered = {
      ...{ template: 'NEW_REGISTERED_PROVIDER', metadata: { provider_id: providerId }, user_id: id },
    };
    expect(await noticesOf(h.admin)).toEqual([registered]);
    expect(await noticesOf(tlc)).toEqual([registered]);
    for (const none of [h.editor, reader, gone, { userId: id }]) expect(await noticesOf(none)).toEqual([]);
    const all = await services.db.selectFrom('notifications').select('receiver_id').execute();
    const roles = await services.db
      .selectFrom('users')
      .select('permission_role_id')
      .where(
        'id',
        'in',
        all.map(({ receiver_id }) => receiver_id),
      )
      .execute();
    expect(new Set(roles.map(({ permission_role_id }) => permission_role_id))).toEqual(new Set([4, 6]));
  });

  it('notifies only the managers of the staff that a person joined [NOTIF-12] [GAP-72]', async () => {
    const { services } = h.test;
    const above = await provider(services, 'Above');
    const elsewhere = await person(services, { role: 'provideradmin', providerId: above });
    const reader = await h.staff('providerview');
    const { id, token } = await nurse();
    await services.db.deleteFrom('notifications').execute();
    await accept(token);
    await h.runJobs();
    const joined = { template: 'USER_SIGNUP', metadata: { provider_id: h.house }, user_id: id };
    expect(await noticesOf(h.editor)).toEqual([joined]);
    expect(await noticesOf(h.admin)).toEqual([joined]);
    for (const none of [elsewhere, reader, { userId: id }]) expect(await noticesOf(none)).toEqual([]);
  });

  it('ends the session that this browser had before [security 17]', async () => {
    const { services } = h.test;
    const { token } = await nurse();
    const before = await services.db
      .insertInto('sessions')
      .values({
        ...{ id: randomUUID(), user_id: h.editor.userId, token_hash: Buffer.from(randomUUID()) },
        ...{ created_at: services.clock(), last_seen_at: services.clock() },
        idle_expires_at: new Date(services.clock().getTime() + hour),
        absolute_expires_at: new Date(services.clock().getTime() + hour),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const context = visitor();
    await acceptStaffInvitation.call(
      { ...context, meta: { ...context.meta, sessionId: before.id } },
      { token, password, language: 'en' },
    );
    const left = await services.db.selectFrom('sessions').select('id').where('id', '=', before.id).execute();
    expect(left).toEqual([]);
  });
});
