import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { makeHouse, type House } from './provider-sign-in.fixture.ts';

describe('signing in at the organisation', () => {
  let house: House;
  beforeAll(async () => {
    house = await makeHouse();
  });
  beforeEach(() => house.reset());
  afterAll(() => house.close());

  it('joins a person by the mailed link, opened while signed in there, and signs them in [D-50]', async () => {
    const staff = await house.addStaff();
    const client = new TestClient(house.app.url);
    expect(await house.open(staff, 'sub-1', client)).toBe('/dashboard');
    const { data } = await client.graphql('{ currentUser { id login_provider } }');
    expect(data.currentUser).toEqual({ id: staff.userId, login_provider: 'external' });
    expect(await house.identities()).toEqual([
      { user_id: staff.userId, provider_id: house.root, issuer: house.issuer.url, subject: 'sub-1' },
    ]);
    expect(await house.stored(staff)).toMatchObject({ last_login_provider: 'external', password_hash: null });
    const again = new TestClient(house.app.url);
    expect(await house.signIn('sub-1', again)).toBe('/dashboard');
    expect((await again.graphql('{ currentUser { id } }')).data.currentUser.id).toBe(staff.userId);
  });

  it('never joins by an e-mail address: a subject without a link is unknown, whatever the issuer says [D-50]', async () => {
    const staff = await house.addStaff();
    house.issuer.tamper(({ claims }) => Object.assign(claims, { email: staff.email, email_verified: true }));
    expect(await house.signIn('stranger')).toBe('/login?organisation=unknown');
    expect(await house.identities()).toEqual([]);
  });

  it('keeps two people with one address there apart, by their subjects [D-50]', async () => {
    const [one, other] = [await house.addStaff(), await house.addStaff()];
    house.issuer.tamper(({ claims }) => Object.assign(claims, { email: 'ward@organisation.example' }));
    await house.open(one, 'sub-a');
    await house.open(other, 'sub-b');
    for (const [subject, person] of [
      ['sub-a', one],
      ['sub-b', other],
    ] as const) {
      const client = new TestClient(house.app.url);
      await house.signIn(subject, client);
      expect((await client.graphql('{ currentUser { id } }')).data.currentUser.id).toBe(person.userId);
    }
  });

  it('gives the role of Wattle, whatever the issuer claims [D-50]', async () => {
    const staff = await house.addStaff(3);
    house.issuer.tamper(({ claims }) => Object.assign(claims, { role: 'sysadmin', groups: ['admin'] }));
    const client = new TestClient(house.app.url);
    await house.open(staff, 'sub-1', client);
    const { data } = await client.graphql('{ currentUser { permission_role { role can_manage_all } } }');
    expect(data.currentUser.permission_role).toEqual({ role: 'providerview', can_manage_all: false });
  });

  it('refuses a link that was used, also by another subject, and one opened by the subject of another person [D-50]', async () => {
    const [one, other] = [await house.addStaff(), await house.addStaff()];
    const token = await house.linkOf(one);
    expect(await house.openLink(token, 'sub-1')).toBe('/dashboard');
    await expect(house.openLink(token, 'sub-2')).rejects.toThrow('error.organisation.link');
    const second = await house.linkOf(other);
    expect(await house.openLink(second, 'sub-1')).toBe('/login?organisation=joined');
    expect((await house.identities()).map(({ user_id }) => user_id)).toEqual([one.userId]);
    // A link that was refused is not used up.
    expect(await house.openLink(second, 'sub-3')).toBe('/dashboard');
  });

  it('refuses a link that is opened by two subjects at the same time, once [D-50]', async () => {
    const staff = await house.addStaff();
    const token = await house.linkOf(staff);
    const [first, second] = [new TestClient(house.app.url), new TestClient(house.app.url)];
    const backs = [await house.toIssuer(token, 'sub-1', first), await house.toIssuer(token, 'sub-2', second)];
    expect(await house.back(backs[0]!, first)).toBe('/dashboard');
    expect(await house.back(backs[1]!, second)).toBe('/login?organisation=link');
    expect((await house.identities()).map(({ subject }) => subject)).toEqual(['sub-1']);
  });

  it('refuses a link after seven days [D-50]', async () => {
    const staff = await house.addStaff();
    const token = await house.linkOf(staff);
    house.app.advance(7 * 24 * 60 * 60_000);
    await expect(house.openLink(token, 'sub-1')).rejects.toThrow('error.organisation.link');
  });

  it('refuses staff who were suspended, moved to another organisation, or whose provider was archived [D-50]', async () => {
    const staff = await house.addStaff();
    await house.open(staff, 'sub-1');
    const { db } = house.app.services;
    const change = (values: object) =>
      db.updateTable('users').set(values).where('id', '=', staff.userId).execute();
    for (const [broken, whole] of [
      [{ status: 'suspended' }, { status: 'active' }],
      [{ provider_id: house.elsewhere }, { provider_id: house.house }],
      [{ login_provider: 'password' }, { login_provider: 'external' }],
    ]) {
      await change(broken!);
      expect(await house.signIn('sub-1')).toBe('/login?organisation=unknown');
      await change(whole!);
    }
    await db.updateTable('providers').set({ archived: true }).where('id', '=', house.house).execute();
    expect(await house.signIn('sub-1')).toBe('/login?organisation=unknown');
    await db.updateTable('providers').set({ archived: false }).where('id', '=', house.house).execute();
    expect(await house.signIn('sub-1')).toBe('/dashboard');
  });

  it('asks for agreements that are pending, and for no second step here [D-50]', async () => {
    const staff = await house.addStaff();
    await house.app.services.db
      .updateTable('users')
      .set({ eusa_read_version: null })
      .where('id', '=', staff.userId)
      .execute();
    const client = new TestClient(house.app.url);
    await house.open(staff, 'sub-1', client);
    const { data, errors } = await client.graphql('{ sessions { id } }');
    expect([data?.sessions ?? null, errors?.[0]?.extensions.code]).toEqual([null, 'forbidden']);
    const me = await client.graphql('{ currentUser { second_step_due } }');
    expect(me.data.currentUser.second_step_due).toBe(false);
  });

  it('signs out here, and refuses password and recovery to these staff [D-50]', async () => {
    const staff = await house.addStaff();
    const client = new TestClient(house.app.url);
    await house.open(staff, 'sub-1', client);
    await client.post('/api/auth/sign-out', {});
    expect((await client.graphql('{ currentUser { id } }')).data.currentUser).toBeNull();
    await house.givePassword(staff);
    const { status, body } = await new TestClient(house.app.url).post('/api/auth/email-password', {
      email: staff.email,
      password: 'Correct-horse-7',
      type: 'login',
    });
    expect([status, body.error]).toEqual([401, 'unauthenticated']);
  });

  it('mails the address instead of a password link, and answers the same for every address [D-50] [security 12]', async () => {
    const staff = await house.addStaff();
    await house.open(staff, 'sub-1');
    const ask = (email: string, path = '/api/auth/organisation-link') =>
      new TestClient(house.app.url).post(path, { email });
    const answers = [
      await ask(staff.email),
      await ask('nobody@elsewhere.example'),
      await ask(house.manager.email),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, { ok: true }]));
    const address = `/api/auth/organisation/${house.root}`;
    expect((await house.mailTo(staff.email, 'Your sign-in at')).html).toContain(
      `${house.app.url}${address}"`,
    );
    await ask(staff.email, '/api/initiateForgotPassword');
    expect(await house.mailsTo(house.manager.email)).toEqual([]);
  });
});

describe('an answer of the issuer', () => {
  let house: House;
  beforeAll(async () => {
    house = await makeHouse();
    const staff = await house.addStaff();
    await house.open(staff, 'sub-1');
  });
  beforeEach(() => house.resetIssuer());
  afterAll(() => house.close());

  it.each([
    ['of another issuer', { iss: 'https://elsewhere.example' }],
    ['for another client', { aud: 'another-client' }],
    ['with the nonce of another sign-in', { nonce: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['without a nonce', { nonce: undefined }],
    ['that expired', { exp: Math.floor(Date.now() / 1000) - 120, iat: Math.floor(Date.now() / 1000) - 600 }],
  ])('is refused %s [D-50]', async (_, claims) => {
    house.issuer.tamper((token) => void Object.assign(token.claims, claims));
    expect(await house.signIn('sub-1')).toBe('/login?organisation=failed');
  });

  it('is refused with alg none, also if the issuer names it among its algorithms [D-50]', async () => {
    house.issuer.tamper(({ header }) => void Object.assign(header, { alg: 'none' }));
    expect(await house.signIn('sub-1')).toBe('/login?organisation=failed');
    house.issuer.discovery = { id_token_signing_alg_values_supported: ['RS256', 'none'] };
    expect(await house.signIn('sub-1')).toBe('/login?organisation=failed');
  });

  it('is refused with the signature of an unknown key, and accepted after the key was rotated [D-50]', async () => {
    house.issuer.tamper(({ header }) => void Object.assign(header, { kid: 'unknown' }));
    expect(await house.signIn('sub-1')).toBe('/login?organisation=failed');
    // Signed again without a change, so that the refusals above are not about the test's own signature.
    house.issuer.tamper(() => {});
    expect(await house.signIn('sub-1')).toBe('/dashboard');
    house.issuer.tamper(null);
    house.issuer.rotateKey();
    expect(await house.signIn('sub-1')).toBe('/dashboard');
  });

  it('is refused a second time, with its state and code replayed in the same browser [D-50]', async () => {
    const client = new TestClient(house.app.url);
    const back = await house.toIssuer(null, 'sub-1', client);
    expect(await house.back(back, client)).toBe('/dashboard');
    expect(await house.back(back, client)).toBe('/login?organisation=failed');
  });

  it('is refused in another browser, with another state, and after ten minutes [D-50]', async () => {
    const client = new TestClient(house.app.url);
    const back = await house.toIssuer(null, 'sub-1', client);
    expect(await house.back(back, new TestClient(house.app.url))).toBe('/login?organisation=failed');
    const url = new URL(back);
    url.searchParams.set('state', 'x'.repeat(43));
    expect(await house.back(url.href, client)).toBe('/login?organisation=failed');
    house.app.advance(10 * 60_000);
    expect(await house.back(back, client)).toBe('/login?organisation=failed');
  });

  it('is refused at the callback of another provider, also with the state of that provider [D-50]', async () => {
    const client = new TestClient(house.app.url);
    const other = await house.toIssuer(null, 'sub-1', client, house.elsewhere);
    const own = await house.toIssuer(null, 'sub-1', client);
    expect(await house.back(own.replace(house.root, house.elsewhere), client)).toBe(
      '/login?organisation=failed',
    );
    // The code of one issuer with the state of the other, at the callback of the other.
    const mixed = new URL(other);
    mixed.searchParams.set('code', new URL(own).searchParams.get('code')!);
    expect(await house.back(mixed.href, client)).toBe('/login?organisation=failed');
    expect(await house.back(own, client)).toBe('/dashboard');
  });

  it('does not open the account of another organisation with the same subject [D-50]', async () => {
    house.second.signIn('sub-1');
    expect(await house.signIn('sub-1', new TestClient(house.app.url), house.elsewhere)).toBe(
      '/login?organisation=unknown',
    );
  });

  it('that is refused is in the audit trail, with its reason and the provider [D-50]', async () => {
    const { db } = house.app.services;
    const last = () =>
      db
        .selectFrom('audit_log')
        .select('details')
        .where('action', '=', 'endOrganisationSignIn')
        .orderBy('at', 'desc')
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
    house.issuer.tamper((token) => void Object.assign(token.claims, { aud: 'another-client' }));
    await house.signIn('sub-1');
    expect((await last()).details).toEqual({ refused: 'failed', provider_id: house.root });
    house.issuer.tamper(null);
    await house.signIn('sub-unknown');
    expect((await last()).details).toEqual({ refused: 'unknown', provider_id: house.root });
  });

  it('that is an error leads back to the sign-in page, and so do a silent issuer and an unknown provider [D-50]', async () => {
    const client = new TestClient(house.app.url);
    const back = new URL(await house.toIssuer(null, 'sub-1', client));
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    expect(await house.back(back.href, client)).toBe('/login?organisation=stopped');
    for (const id of [crypto.randomUUID(), house.house, 'x', "' or true"])
      expect(await house.begin(id)).toBe('/login?organisation=unknown');
    house.issuer.isSilent = true;
    expect(await house.begin(house.root)).toBe('/login?organisation=unavailable');
  });
});
