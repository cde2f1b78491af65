import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../../domain/access/actors.ts';
import { testConsents } from '../../../../../testing/consents.ts';
import { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers, person, type TestPersonSpec } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';

const versions = testConsents;
const agree = `mutation ($document: String!, $version: String!) { agreeToConsent(document: $document, version: $version) {
  consents { document version agreed_at } consents_due { eusa privacy } } }`;
const decline = 'mutation ($document: String!) { declineConsent(document: $document) }';
const read = '{ currentUser { consents { document version agreed_at } consents_due { eusa privacy } } }';

describe('agreements', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  async function signedIn(role: Role = 'user', spec: TestPersonSpec = {}) {
    const who = await person(app.services, { role, ...spec });
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    const store = (values: Record<string, unknown>) =>
      app.services.db.updateTable('users').set(values).where('id', '=', who.userId).execute();
    return { ...who, client, store };
  }

  it('are stored from sign-up on, with version and time, and none is due [CONSENT-01, GAP-71]', async () => {
    const { client } = await signedIn();
    const { currentUser } = (await client.graphql(read)).data;
    expect(currentUser.consents).toMatchObject([
      { document: 'eusa', version: versions.eusa },
      { document: 'privacy', version: versions.privacy },
    ]);
    for (const { agreed_at } of currentUser.consents)
      expect(Math.abs(Date.parse(agreed_at) - app.services.clock().getTime())).toBeLessThan(60_000);
    expect(currentUser.consents_due).toEqual({ eusa: false, privacy: false });
  });

  it.each(['user', 'provideradmin', 'admin'] as const)(
    'are due again for a %s when a text has a new version, until it is agreed to [CONSENT-01, GAP-71]',
    async (role) => {
      const { client, store } = await signedIn(role);
      await store({
        eusa_read_version: '0.0',
        privacy_policy_read_version: null,
        privacy_policy_read_at: null,
      });
      expect((await client.graphql(read)).data.currentUser.consents_due).toEqual({
        eusa: true,
        privacy: true,
      });
      const first = await client.graphql(agree, { document: 'eusa', version: versions.eusa });
      expect(first.data.agreeToConsent.consents_due).toEqual({ eusa: false, privacy: true });
      const second = await client.graphql(agree, { document: 'privacy', version: versions.privacy });
      expect(second.data.agreeToConsent.consents_due).toEqual({ eusa: false, privacy: false });
      expect(second.data.agreeToConsent.consents[1]).toMatchObject({
        document: 'privacy',
        version: versions.privacy,
      });
    },
  );

  it('are refused for a text that is not the current one, and for no text [GAP-71]', async () => {
    const { client, store } = await signedIn();
    await store({ eusa_read_version: null });
    const code = async (variables: object) =>
      (await client.graphql(agree, { ...variables })).errors?.[0].extensions.code;
    expect(await code({ document: 'eusa', version: '0.0' })).toBe('conflict');
    expect(await code({ document: 'eusa', version: '9.9' })).toBe('conflict');
    expect(await code({ document: 'terms', version: versions.eusa })).toBe('invalid');
    expect((await client.graphql(read)).data.currentUser.consents_due.eusa).toBe(true);
  });

  it('withdrawn set the flag to false, end every session, delete nothing, and are due at the next sign-in [CONSENT-03, GAP-71]', async () => {
    const { client, email, password, userId } = await signedIn();
    const other = new TestClient(app.url);
    await other.signIn(email, password);
    expect((await client.graphql(decline, { document: 'privacy' })).data).toEqual({ declineConsent: true });
    for (const each of [client, other])
      expect((await each.graphql('{ currentUser { id } }')).data.currentUser).toBeNull();
    const row = await app.services.db
      .selectFrom('users')
      .select(['status', 'privacy_policy_read_version', 'privacy_policy_read_at', 'eusa_read_version'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      status: 'active',
      privacy_policy_read_version: null,
      privacy_policy_read_at: null,
      eusa_read_version: versions.eusa,
    });
    await client.signIn(email, password);
    expect((await client.graphql(read)).data.currentUser.consents_due).toEqual({
      eusa: false,
      privacy: true,
    });
    const trail = await app.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('chain', '=', userId)
      .where('action', '=', 'declineConsent')
      .execute();
    expect(trail).toEqual([{ details: { document: 'privacy' } }]);
  });

  it('cannot be given by another user: not by a visitor, not by staff in the account [CONSENT-01, security 8]', async () => {
    const visitor = new TestClient(app.url);
    expect(
      (await visitor.graphql(agree, { document: 'eusa', version: versions.eusa })).errors?.[0].extensions
        .code,
    ).toBe('unauthenticated');
    const [{ client, userId }, staff] = [await signedIn(), await person(app.services, { role: 'admin' })];
    await app.services.db
      .updateTable('sessions')
      .set({ acting_staff_id: staff.userId })
      .where('user_id', '=', userId)
      .execute();
    for (const [call, variables] of [
      [agree, { document: 'eusa', version: versions.eusa }],
      [decline, { document: 'eusa' }],
    ] as const)
      expect((await client.graphql(call, variables)).errors?.[0].extensions.code).toBe('forbidden');
  });

  describe('that are due block a person from everything else', () => {
    const reasonOf = ({ errors }: { errors: any[] | undefined }) => errors?.[0].extensions;
    const refusal = { code: 'forbidden', details: { due: 'consent' } };

    it.each([
      ['missing', { eusa_read_version: null }],
      ['of an older text', { privacy_policy_read_version: '0.0' }],
    ])(
      'when one is %s: at the next request, with the reason, until it is given [GAP-71]',
      async (_, values) => {
        const who = await signedIn();
        const read = '{ getNotifications { count } }';
        const save = `mutation { updateDateFormat(date_format: "DD/MM/YYYY") { id } }`;
        for (const call of [read, save]) expect(reasonOf(await who.client.graphql(call))).toBeUndefined();
        await who.store(values);
        for (const call of [read, save])
          expect([call, reasonOf(await who.client.graphql(call))]).toEqual([
            call,
            expect.objectContaining(refusal),
          ]);
        for (const document of ['eusa', 'privacy'] as const)
          expect(
            reasonOf(await who.client.graphql(agree, { document, version: versions[document] })),
          ).toBeUndefined();
        for (const call of [read, save]) expect(reasonOf(await who.client.graphql(call))).toBeUndefined();
      },
    );

    it.each(['provideradmin', 'providerview', 'admin', 'tlcadmin', 'sysadmin'] as const)(
      'also a %s, and the accounts of customers with it [GAP-71]',
      async (role) => {
        const staff = await signedIn(role);
        const overview = '{ staffOverview { customers } }';
        expect(reasonOf(await staff.client.graphql(overview))).toBeUndefined();
        await staff.store({ eusa_read_version: '0.0' });
        expect(reasonOf(await staff.client.graphql(overview))).toMatchObject(refusal);
        const customer = await person(app.services);
        const enter = await staff.client.post('/api/auth/login-as-customer', {
          customerId: customer.userId,
          reason: 'To help',
          password: staff.password,
        });
        expect(enter.body).toMatchObject({
          ok: false,
          error: 'requiredAuthorization',
          details: { due: 'consent' },
        });
      },
    );

    it("except their own plan, which a customer can read and download meanwhile, and no other person's [GAP-71] [S-34]", async () => {
      const spec: TestPersonSpec = { plan: { status: 'complete', answers: fullAnswers() } };
      const [who, other] = [await signedIn('user', spec), await person(app.services, spec)];
      await who.store({ eusa_read_version: null });
      const planOf = (id: string) => `{ getActiveAcpsByUserId(user_id: "${id}") { id answers } }`;
      const own = await who.client.graphql(planOf(who.userId));
      expect(own.errors).toBeUndefined();
      expect(own.data.getActiveAcpsByUserId).toHaveLength(1);
      expect((await who.client.graphql('{ trusted_contacts { id name } }')).errors).toBeUndefined();
      const pdf = await who.client.fetch('/api/acp/plan.pdf');
      expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(reasonOf(await who.client.graphql(planOf(other.userId)))).toMatchObject({ code: 'not-found' });
    });

    it('except the account, the language, a copy, deletion and signing out [GAP-71, D-19]', async () => {
      const { client, userId, password, store } = await signedIn();
      await store({ eusa_read_version: null, privacy_policy_read_version: null });
      const answers = [
        `{ currentUser { id consents_due { eusa } acps { id } } getUserById(id: "${userId}") { id } }`,
        'mutation { updateLanguage(language: "zh") { language } }',
        `mutation { requestDataExport(password: "${password}") { id } }`,
        '{ dataExports { id } }',
        `mutation { requestDeletion(confirm: "DELETE", password: "${password}") { delete_on } }`,
        'mutation { keepAccount { id } }',
      ];
      for (const call of answers)
        expect([call, (await client.graphql(call)).errors]).toEqual([call, undefined]);
      expect((await client.post('/api/auth/sign-out', {})).body).toEqual({ ok: true });
    });

    it('and do not keep a holder of the card and the PIN from the plan [D-06, GAP-71]', async () => {
      const who = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
      const agreed = { eusa_read_version: null, privacy_policy_read_version: '0.0' };
      await app.services.db.updateTable('users').set(agreed).where('id', '=', who.userId).execute();
      const reader = new TestClient(app.url);
      const opened = await reader.fetch(`/acp-login/${who.shareId}`, {
        method: 'POST',
        body: `pin=${who.pin}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(opened.status).toBe(303);
      const page = await reader.fetch(`/acp-login/${who.shareId}`);
      expect(await page.text()).toContain('Doyle');
      expect((await reader.fetch(`/acp-login/${who.shareId}/plan.pdf`)).status).toBe(200);
    });

    it('and do not block staff in the account, who can agree only for themselves [D-14, GAP-71]', async () => {
      const [{ client, userId, store }, staff] = [
        await signedIn(),
        await person(app.services, { role: 'admin' }),
      ];
      await app.services.db
        .updateTable('sessions')
        .set({ acting_staff_id: staff.userId })
        .where('user_id', '=', userId)
        .execute();
      await store({ eusa_read_version: '0.0' });
      const own = `query { getActiveAcpsByUserId(user_id: "${userId}") { id } }`;
      expect(reasonOf(await client.graphql(own))).toBeUndefined();
      await app.services.db
        .updateTable('users')
        .set({ eusa_read_version: '0.0' })
        .where('id', '=', staff.userId)
        .execute();
      // Staff who must agree themselves are removed from the account, and agree in their own.
      expect(reasonOf(await client.graphql(own))).toMatchObject({ code: 'unauthenticated' });
      expect((await client.graphql('{ currentUser { id } }')).data.currentUser).toBeNull();
    });
  });
});
