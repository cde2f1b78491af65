import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreedToBoth, testConsents } from '../../../../testing/consents.ts';
import { TestClient } from '../../../../testing/client.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import {
  freshEmail,
  goodPassword,
  mailedToken,
  plain,
  sendSignUp,
  signupBody,
  storedUser,
} from '../sign-in/sign-in.fixture.ts';
import { pinPlace } from '../../db/sealing/account-secrets.ts';

const modal = '/api/auth/email-password-file';

describe('signing up', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const visitor = () => new TestClient(app.url);
  const signUp = (more?: Record<string, unknown>) => sendSignUp(app, more);
  const forget = () => app.services.db.deleteFrom('attempts').execute();

  /** Returns the refused fields, without the general errors. */
  const refused = async (more: Record<string, unknown>) => {
    await forget();
    const { status, body } = await signUp(more);
    expect([status, body.error]).toEqual([400, 'invalid']);
    return body.fields.map(
      ({ field, message }: { field: string; message: string }) => `${field}: ${message}`,
    );
  };

  it('creates an account with an empty plan and requires the address to be checked [SIGNUP-01, SIGNUP-16, SIGNUP-30, EVERIFY-01, API-02]', async () => {
    const email = freshEmail();
    const answer = await signUp({ email: `  ${email.toUpperCase()} `, medicareNumber: '2123 45670 1' });
    expect(plain(answer)).toMatchObject({ status: 200, body: { ok: false, error: 'verification-required' } });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^wattle-signup=[^;]+; Path=\/api\/auth\/verify-email; .*HttpOnly; SameSite=Strict$/,
      ),
    ]);
    const user = (await storedUser(app, email))!;
    expect(user).toMatchObject({
      status: 'active',
      permission_role_id: 5,
      account_owner: 'self',
      for_my_self: true,
      dob: '1948-05-04',
      gender: 'Female',
      email_verified_at: null,
      ...agreedToBoth,
      not_owner_confirmed_at: null,
    });
    expect(user.password_hash).toMatch(/^\$argon2id\$/);
    expect(user.eusa_read_at).toBeInstanceOf(Date);
    const { keyring, db } = app.services;
    expect([user.medicare_sealed, user.medicare_index]).toEqual([null, null]);
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

  it('records no agreement to a text that changed while the page was open, so that it is requested again [CONSENT-01]', async () => {
    const agreedAfter = async (shown_versions: unknown) => {
      const email = freshEmail();
      await signUp({ email, shown_versions });
      const { eusa_read_version, eusa_read_at, privacy_policy_read_version } = (await storedUser(
        app,
        email,
      ))!;
      return { eusa_read_version, isDated: eusa_read_at !== null, privacy_policy_read_version };
    };
    const present = testConsents;
    expect(await agreedAfter(present)).toEqual({
      eusa_read_version: present.eusa,
      isDated: true,
      privacy_policy_read_version: present.privacy,
    });
    expect(await agreedAfter({ ...present, eusa: '0.1-older' })).toEqual({
      eusa_read_version: null,
      isDated: false,
      privacy_policy_read_version: present.privacy,
    });
    expect((await signUp({ shown_versions: 'all' })).body.error).toBe('invalid');
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
    expect(mail?.html).toContain(`/verify-email#token=${await mailedToken(app, 'verify-email', user.id)}`);
  });

  it.each([
    ['friend', 'friend'],
    ['general_practitioner', 'general_practitioner'],
    ['Neighbour and executor', 'Neighbour and executor'],
  ])(
    'stores who signs up for another person: %s [SIGNUP-01, SIGNUP-29, API-02]',
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

  it("accepts today's date in Melbourne and 1 January 1915 [SIGNUP-22, SIGNUP-23] [fault 18]", async () => {
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
  ])('refuses %s as input [API-02] [security 7]', async (field) => {
    expect(await refused({ [field]: 'admin' })).toEqual([`${field}: error.general_error`]);
  });

  describe('from the modal', () => {
    const { accountOwner: _, ...rest } = signupBody({
      firstName: 'Ann',
      lastName: "O'Brien",
      type: 'signup',
    });
    const body = (more: Record<string, unknown>) => ({ ...rest, email: freshEmail(), ...more });
    const post = (sent: Record<string, unknown>) => visitor().post(modal, sent);

    it('stores the names, for oneself and for another person [SIGNUP-34, API-03]', async () => {
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

    it('requires valid names, a relation for another person, and DD/MM/YYYY [SIGNUP-12, SIGNUP-24, SIGNUP-28, SIGNUP-34]', async () => {
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

  it('uses the password as typed to sign in afterwards [SIGNIN-05]', async () => {
    const email = freshEmail();
    await signUp({ email });
    const user = (await storedUser(app, email))!;
    await visitor().post('/api/auth/verify-email', {
      token: await mailedToken(app, 'verify-email', user.id),
      password: goodPassword,
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
