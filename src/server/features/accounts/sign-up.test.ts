import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import {
  freshEmail,
  goodPassword,
  mailedToken,
  makeUser,
  plain,
  signupBody,
  storedUser,
} from './accounts.fixture.ts';
import { medicarePlace, pinPlace } from './card-secrets.ts';
import { createSignupToken, type Invitation, type InvitationPurpose } from './invitations.ts';

const page = '/api/auth/email-password';
const modal = '/api/auth/email-password-file';
const medicare = '2123456701';
const otherMedicare = '3123456711';

describe('signing up', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const visitor = () => new TestClient(app.url);
  const signUp = (more: Record<string, unknown> = {}, path = page) => visitor().post(path, signupBody(more));
  const sign = (purpose: InvitationPurpose, invitation: Invitation, at = app.services.clock()) =>
    createSignupToken(app.services.secrets, at, purpose, invitation);
  const forget = () => app.services.db.deleteFrom('attempts').execute();

  /** The fields that were refused, without the general ones. */
  const refused = async (more: Record<string, unknown>, path = page) => {
    await forget();
    const { status, body } = await signUp(more, path);
    expect([status, body.error]).toEqual([400, 'invalid']);
    return body.fields.map(
      ({ field, message }: { field: string; message: string }) => `${field}: ${message}`,
    );
  };

  it('makes an account with an empty plan and asks for the address to be checked [SIGNUP-01, SIGNUP-16, SIGNUP-30, EVERIFY-01, API-02]', async () => {
    const email = freshEmail();
    const answer = await signUp({ email: `  ${email.toUpperCase()} `, medicareNumber: '2123 45670 1' });
    expect(plain(answer)).toMatchObject({ status: 200, body: { ok: false, error: 'verification-required' } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const user = (await storedUser(app, email))!;
    expect(user).toMatchObject({
      status: 'active',
      permission_role_id: 5,
      account_owner: 'self',
      for_my_self: true,
      dob: '1948-05-04',
      gender: 'Female',
      email_verified_at: null,
      eusa_read_version: '0.1',
      privacy_policy_read_version: '0.1',
      not_owner_confirmed_at: null,
    });
    expect(user.password_hash).toMatch(/^\$argon2id\$/);
    expect(user.eusa_read_at).toBeInstanceOf(Date);
    const { keyring, db } = app.services;
    expect(keyring.open(medicarePlace(user.id), user.medicare_sealed!)).toBe(medicare);
    expect(keyring.open(pinPlace(user.id), user.pin_sealed)).toMatch(/^\d{6}$/);
    expect(Buffer.from(user.share_id, 'base64url').length).toBeGreaterThanOrEqual(16);
    const plans = await db
      .selectFrom('acps')
      .select(['type', 'status', 'version'])
      .where('user_id', '=', user.id)
      .execute();
    expect(plans).toEqual([{ type: 'active', status: 'draft', version: 0 }]);
    expect(await mailedToken(app, 'verify-email', user.id)).toMatch(/^[\w-]{64}$/);
    const trail = await db.selectFrom('audit_log').selectAll().where('chain', '=', user.id).execute();
    expect(trail.map((row) => row.action)).toEqual(['signUp']);
    expect(JSON.stringify(trail)).not.toContain(email);
  });

  it('mails the link to the address [EVERIFY-01]', async () => {
    const email = freshEmail();
    await signUp({ email });
    let mail: { html: string } | undefined;
    for (let round = 0; round < 100 && !mail; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      mail = await app.services.db
        .selectFrom('mail_outbox')
        .select('html')
        .where('to_address', '=', email)
        .executeTakeFirst();
    }
    const user = (await storedUser(app, email))!;
    expect(mail?.html).toContain(`/verify-email?token=${await mailedToken(app, 'verify-email', user.id)}`);
  });

  it.each([
    ['friend', 'friend'],
    ['general_practitioner', 'general_practitioner'],
    ['Neighbour and executor', 'Neighbour and executor'],
  ])(
    'keeps who signs up for another person: %s [SIGNUP-01, SIGNUP-29, API-02]',
    async (accountOwner, stored) => {
      const email = freshEmail();
      await signUp({ email, accountOwner, notOwnerConfirmation: true });
      const user = (await storedUser(app, email))!;
      expect(user).toMatchObject({ account_owner: stored, for_my_self: false });
      expect(user.not_owner_confirmed_at).toBeInstanceOf(Date);
    },
  );

  it.each([
    [{ accountOwner: '' }, 'accountOwner: field.forMyself.required'],
    [{ accountOwner: 'friend' }, 'notOwnerConfirmation: field.authority.required'],
    [{ email: 'ann@localhost' }, 'email: field.email.invalid'],
    [{ email: "' or 1=1 --@example.org" }, 'email: field.email.invalid'],
    [{ email: 'ann@example.org\r\nBcc: eve@example.org' }, 'email: field.email.invalid'],
    [{ email: ['ann@example.org'] }, 'email: field.email.required'],
    [{ password: 'Kettle4' }, 'password: field.password.tooShort'],
    [{ password: 'KETTLE-42' }, 'password: field.password.lowercase'],
    [{ password: 'kettle-42' }, 'password: field.password.uppercase'],
    [{ password: 'Kettle-Tram' }, 'password: field.password.digit'],
    [{ password: 'Kettle 42é' }, 'password: field.password.characters'],
    [{ password: 'Password1' }, 'password: field.password.common'],
    [{ birthDate: '' }, 'birthDate: field.birthDate.required'],
    [{ birthDate: '01/01/2999' }, 'birthDate: field.birthDate.future'],
    [{ birthDate: '31/12/1914' }, 'birthDate: field.birthDate.tooEarly'],
    [{ gender: 'female' }, 'gender: field.gender.required'],
    [{ EUSARead: 'true' }, 'EUSARead: error.servicesRead'],
    [{ privacyPolicyRead: false }, 'privacyPolicyRead: error.privacyRead'],
    [{ medicareNumber: '212345670' }, 'medicareNumber: field.medicare.length'],
    [{ medicareNumber: '1123456701' }, 'medicareNumber: field.medicare.firstDigit'],
    [{ medicareNumber: '2123456711' }, 'medicareNumber: field.medicare.check'],
  ] as const)(
    'refuses %j with %s [SIGNUP-11, SIGNUP-15, SIGNUP-17, SIGNUP-18, SIGNUP-19, SIGNUP-21, SIGNUP-22, SIGNUP-23, SIGNUP-25, SIGNUP-26, SIGNUP-27, SIGNUP-28, SIGNUP-31, SIGNUP-32, SIGNUP-33]',
    async (more, message) => {
      expect(await refused(more)).toContain(message);
    },
  );

  it('takes the date of today in Melbourne and 1 January 1915 [SIGNUP-22, SIGNUP-23] [fault 18]', async () => {
    const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Australia/Melbourne' }).format(
      app.services.clock(),
    );
    for (const birthDate of [today, '01/01/1915'])
      expect((await signUp({ birthDate })).body.error).toBe('verification-required');
  });

  it.each([
    'role',
    'permission_role_id',
    'provider_id',
    'status',
    'email_verified_at',
    'completed_at',
    '__proto__x',
    'file',
  ])('refuses to be told %s [API-02] [security 7]', async (field) => {
    expect(await refused({ [field]: 'admin' })).toEqual([`${field}: error.general_error`]);
  });

  it('tells of an address that has an account, whatever its capitals [ERR-03, ERR-04]', async () => {
    await forget();
    const { email } = await makeUser(app);
    const answer = await signUp({ email: email.toUpperCase() });
    expect(plain(answer)).toMatchObject({ status: 200, body: { ok: false, error: 'existingUser' } });
    const old = await makeUser(app, { legacy_email: freshEmail() });
    const { legacy_email } = (await storedUser(app, old.email))!;
    expect((await signUp({ email: legacy_email }, page)).body.error).toBe('existingUser');
  });

  it('tells of a Medicare number that has an account, however it is written [ERR-02]', async () => {
    await forget();
    expect((await signUp({ medicareNumber: otherMedicare })).body.error).toBe('verification-required');
    const answer = await signUp({ medicareNumber: '31234 567 11' });
    expect(plain(answer)).toMatchObject({
      status: 200,
      body: { ok: false, error: 'existingMedicareNumber' },
    });
  });

  it('lets one of many sign-ups at the same moment in, and tells the others [ERR-02, ERR-04]', async () => {
    await forget();
    const email = freshEmail();
    const same = await Promise.all(Array.from({ length: 6 }, () => signUp({ email })));
    expect(same.map(({ body }) => String(body.error)).sort()).toEqual([
      ...Array<string>(5).fill('existingUser'),
      'verification-required',
    ]);
    const numbers = await Promise.all(
      Array.from({ length: 6 }, () => signUp({ medicareNumber: '4123456721' })),
    );
    expect(numbers.map(({ body }) => String(body.error)).sort()).toEqual([
      ...Array<string>(5).fill('existingMedicareNumber'),
      'verification-required',
    ]);
  });

  it('stops who asks for many addresses [security 13]', async () => {
    await forget();
    const { email } = await makeUser(app);
    const statuses: number[] = [];
    for (let round = 0; round < 11; round += 1) statuses.push((await signUp({ email })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    const { db } = app.services;
    await db.deleteFrom('attempts').where('scope', '=', 'sign-up:account').execute();
    for (let round = 0; round < 10; round += 1)
      await signUp({ email: (await makeUser(app, { password_hash: null })).email });
    const answer = await signUp();
    expect(plain(answer)).toMatchObject({
      status: 429,
      body: { ok: false, error: 'rate-limited', retryAfter: expect.any(Number) },
    });
    await forget();
  });

  describe('from the modal', () => {
    const { accountOwner: _, ...rest } = signupBody({
      firstName: 'Ann',
      lastName: "O'Brien",
      type: 'signup',
    });
    const body = (more: Record<string, unknown>) => ({ ...rest, email: freshEmail(), ...more });
    const post = (sent: Record<string, unknown>) => visitor().post(modal, sent);

    it('keeps the names, for oneself and for another person [SIGNUP-34, API-03]', async () => {
      const own = body({ forMySelf: 'yes' });
      expect((await post(own)).body.error).toBe('verification-required');
      expect(await storedUser(app, own.email)).toMatchObject({
        first_name: 'Ann',
        last_name: "O'Brien",
        account_owner: 'self',
        for_my_self: true,
      });
      const other = body({ forMySelf: 'no', relationWithOwner: 'child', notOwnerConfirmation: true });
      expect((await post(other)).body.error).toBe('verification-required');
      expect(await storedUser(app, other.email)).toMatchObject({
        account_owner: 'child',
        for_my_self: false,
      });
      const unnamed = body({ notOwnerConfirmation: true });
      expect((await post(unnamed)).body.error).toBe('verification-required');
      expect(await storedUser(app, unnamed.email)).toMatchObject({
        account_owner: 'other',
        for_my_self: false,
      });
    });

    it('needs good names, a relation for another person, and DD/MM/YYYY [SIGNUP-12, SIGNUP-24, SIGNUP-28, SIGNUP-34]', async () => {
      const problems = async (more: Record<string, unknown>) =>
        (await post(body(more))).body.fields.map(
          ({ field, message }: { field: string; message: string }) => `${field}: ${message}`,
        );
      expect(await problems({ firstName: '', lastName: 'R2' })).toEqual([
        'firstName: error.generalName',
        'lastName: error.generalName',
      ]);
      expect(await problems({ forMySelf: 'no' })).toEqual(
        expect.arrayContaining(['relationWithOwner: field.relation.required']),
      );
      expect(await problems({ forMySelf: 'no', relationWithOwner: 'child' })).toEqual([
        'notOwnerConfirmation: field.authority.required',
      ]);
      expect(await problems({ birthDate: '1948-05-04' })).toEqual(['birthDate: field.birthDate.format']);
      expect(await problems({ accountOwner: 'self' })).toEqual(['accountOwner: error.general_error']);
    });
  });

  describe('by invitation', () => {
    it('signs in at once whom the token was mailed to, and nobody else [SIGNUP-05] [security 16]', async () => {
      const email = freshEmail();
      const client = visitor();
      const answer = await client.post(page, signupBody({ email, token: sign('signup-token', { email }) }));
      expect(plain(answer)).toMatchObject({
        status: 200,
        body: { ok: true, user: { email, acps: [{ status: 'draft' }] } },
      });
      expect(answer.headers.getSetCookie()[0]).toMatch(/^wattle=[\w-]{43}; .*HttpOnly.*SameSite=Lax/);
      expect((await client.graphql('{ currentUser { email } }')).data).toEqual({ currentUser: { email } });
      const other = await signUp({ token: sign('signup-token', { email: freshEmail() }) });
      expect(other.body.error).toBe('verification-required');
      const month = new Date(app.services.clock().getTime() - 30 * 24 * 60 * 60_000 - 1);
      const late = freshEmail();
      expect(
        (await signUp({ email: late, token: sign('signup-token', { email: late }, month) })).body.error,
      ).toBe('verification-required');
      const swapped = freshEmail();
      expect(
        (await signUp({ email: swapped, token: sign('signup-payload', { email: swapped }) })).body.error,
      ).toBe('verification-required');
    });

    it('links the account to the provider of the payload, and ignores one that says nothing [SIGNUP-08]', async () => {
      const { db } = app.services;
      const provider = await db
        .insertInto('providers')
        .values({ name: 'Wattle Grove' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const gone = await db
        .insertInto('providers')
        .values({ name: 'Closed', archived: true })
        .returning('id')
        .executeTakeFirstOrThrow();
      const linked = async (payload: unknown) => {
        const email = freshEmail();
        expect((await signUp({ email, payload })).body.error).toBe('verification-required');
        return (await storedUser(app, email))!.provider_id;
      };
      expect(await linked(sign('signup-payload', { provider_id: provider.id }))).toBe(provider.id);
      expect(await linked(sign('signup-payload', { provider_id: gone.id }))).toBeNull();
      expect(await linked(sign('signup-payload', { provider_id: crypto.randomUUID() }))).toBeNull();
      for (const nothing of [
        '',
        null,
        'abc',
        provider.id,
        `${sign('signup-payload', { provider_id: provider.id })}x`,
      ]) {
        expect(await linked(nothing)).toBeNull();
      }
    });

    it('takes over the invited account for its own address, and only with the invitation [SIGNUP-08]', async () => {
      const invited = await makeUser(app, {
        status: 'invited',
        password_hash: null,
        email_verified_at: null,
        customer_id: 'C-1',
      });
      expect((await signUp({ email: invited.email })).body.error).toBe('existingUser');
      const stranger = freshEmail();
      await signUp({ email: stranger, payload: sign('signup-payload', { user_id: invited.id }) });
      expect((await storedUser(app, stranger))!.id).not.toBe(invited.id);
      const active = await makeUser(app);
      expect(
        (await signUp({ email: active.email, payload: sign('signup-payload', { user_id: active.id }) })).body
          .error,
      ).toBe('existingUser');
      const token = sign('signup-token', { email: invited.email, user_id: invited.id });
      expect((await signUp({ email: invited.email, token })).body).toMatchObject({
        ok: true,
        user: { id: invited.id },
      });
      expect(await storedUser(app, invited.email)).toMatchObject({
        status: 'active',
        customer_id: 'C-1',
        invite_accepted_date: expect.any(Date),
      });
    });

    it('fills in the address of the token, and refuses one that is not ours [SIGNUP-05] [security 16]', async () => {
      const read = (token: unknown) => visitor().post('/api/auth/signup-token', { token });
      expect(plain(await read(sign('signup-token', { email: 'ann@example.org' })))).toEqual({
        status: 200,
        body: { ok: true, email: 'ann@example.org' },
      });
      for (const bad of ['', 'x.y', sign('signup-payload', { email: 'ann@example.org' }), 7]) {
        const { status, body } = await read(bad);
        expect([status, body.error, body.fields]).toEqual([
          400,
          'invalid',
          [{ field: 'token', message: 'error.signup.tokenBad' }],
        ]);
      }
    });
  });

  it('uses the password as typed to sign in afterwards [SIGNIN-05]', async () => {
    const email = freshEmail();
    await signUp({ email });
    const user = (await storedUser(app, email))!;
    await visitor().post('/api/auth/verify-email', {
      token: await mailedToken(app, 'verify-email', user.id),
    });
    const client = visitor();
    await client.signIn(email, goodPassword);
    expect(
      (
        await client.graphql(
          '{ currentUser { id for_my_self acps { status completed_at } file_counts { ACP } } }',
        )
      ).data,
    ).toEqual({
      currentUser: {
        id: user.id,
        for_my_self: true,
        acps: [{ status: 'draft', completed_at: null }],
        file_counts: { ACP: 0 },
      },
    });
  });
});
