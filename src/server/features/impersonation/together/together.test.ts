import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { verifyAudit } from '../../../pipeline/audit/audit-verify.ts';
import { beside } from './together.fixture.ts';

describe('beginning together with a customer', () => {
  let app: TestApp;
  let banksia: string;
  let actions: ReturnType<typeof beside>;
  let staff: TestPerson;

  const db = () => app.services.db;

  beforeAll(async () => {
    app = await startApp();
    banksia = await provider(app.services, 'Banksia House');
    actions = beside(app, banksia);
    staff = await actions.newStaff();
  });
  beforeEach(() => db().deleteFrom('attempts').execute());
  afterAll(() => app.close());

  it('opens a session of the customer with the names of both, the organisation and the house [N-08]', async () => {
    const who = await actions.resident();
    const client = await actions.browserOf(staff);
    const { status, body } = await actions.begin(client, who.userId);
    expect([status, body.user.id]).toEqual([200, who.userId]);
    expect(await actions.whoIs(client)).toEqual({
      id: who.userId,
      acting: null,
      together: {
        staff_name: 'Priya Nair',
        organisation: 'Banksia House',
        place: 'Banksia House',
        customer_name: 'Shirley Doyle',
      },
    });
  });

  it('ends the session of the staff member, whose cookie opens nothing any more [N-08]', async () => {
    const client = await actions.browserOf(staff);
    const cookie = client.cookieHeader();
    expect(await actions.ownerOf(cookie)).toBe(staff.userId);
    await actions.begin(client, (await actions.resident()).userId);
    expect(await actions.ownerOf(cookie)).toBeNull();
    const back = await actions.goBack(client);
    expect(back.body.user?.id).not.toBe(staff.userId);
    expect((await client.graphql('{ getProviderUsers { count } }')).errors?.[0].extensions.code).toBe(
      'forbidden',
    );
  });

  it('opens no account after its end: neither a return nor the old cookie opens the staff account [N-08]', async () => {
    const client = await actions.browserOf(staff);
    await actions.begin(client, (await actions.resident()).userId);
    app.advance(31 * 60_000);
    expect((await actions.goBack(client)).body.error).toBe('unauthenticated');
    expect(await actions.whoIs(client)).toBeNull();
    const again = await actions.browserOf(staff);
    await actions.begin(again, (await actions.resident()).userId);
    expect((await again.post('/api/auth/sign-out', {})).body.ok).toBe(true);
    expect((await actions.goBack(again)).body.error).toBe('unauthenticated');
    expect(await actions.whoIs(again)).toBeNull();
  });

  it('lets her sign; the trail, the visit and her activities say who helped and where [N-08] [D-17]', async () => {
    const who = await actions.resident();
    const client = await actions.browserOf(staff);
    await actions.begin(client, who.userId);
    const { data, errors } = await actions.sign(client, who.userId);
    expect(errors).toBeUndefined();
    expect(data.updateAnswers.returning[0].plan_version).toBe(1);
    const visit = (await actions.visitOf(who.userId))!;
    expect(visit).toMatchObject({
      ...{ together: true, place_id: banksia, staff_id: staff.userId, signed_versions: [1] },
    });
    expect((await actions.trailOf(who.userId, 'updateAnswers')).slice(-1)).toEqual([
      {
        ...{ actor_kind: 'person', actor_id: who.userId, acting_staff_id: null },
        details: expect.objectContaining({
          ...{ together: staff.userId, visit: visit.id, status: 'complete', plan_version: 1 },
        }),
      },
    ]);
    const [begun] = await actions.trailOf(who.userId, 'beginTogether');
    expect(begun).toMatchObject({
      actor_id: staff.userId,
      details: { visit: visit.id, together: staff.userId, consent_of: who.userId, consent_to: staff.userId },
    });
    const { data: seen } = await client.graphql(
      '{ recentActivities(limit: 4) { template metadata actor { id } } }',
    );
    expect(seen.recentActivities).toContainEqual({
      ...{ template: 'ACP_COMPLETED', metadata: { beside: 'Priya Nair' }, actor: { id: who.userId } },
    });
    expect(await verifyAudit(db(), app.services.secrets)).toMatchObject({ faults: [] });
  });

  it('asks for her agreement to the texts first, which she gives herself [N-08] [GAP-71]', async () => {
    const who = await actions.resident({ eusa_read_version: null, privacy_policy_read_version: null });
    const client = await actions.browserOf(staff);
    await actions.begin(client, who.userId);
    expect((await actions.sign(client, who.userId)).errors?.[0].extensions.code).toBe('forbidden');
    const { data } = await client.graphql('{ currentUser { consents { document present } } }');
    for (const { document, present } of data.currentUser.consents)
      await client.graphql(
        `mutation { agreeToConsent(document: "${document}", version: "${present}") { id } }`,
      );
    expect((await actions.sign(client, who.userId)).errors).toBeUndefined();
  });

  it('records the names of the fields that changed [N-08] [R-52]', async () => {
    const who = await actions.resident();
    const client = await actions.browserOf(staff);
    await actions.begin(client, who.userId);
    await client.graphql('mutation { updateUser(postcode: "3280") { id } }');
    const visit = await actions.visitOf(who.userId);
    const fields = await db()
      .selectFrom('staff_visit_changes')
      .select('field')
      .where('visit_id', '=', visit!.id)
      .execute();
    expect(fields).toEqual([{ field: 'postcode' }]);
  });

  it('stores a suggested contact as one of the staff member, and adds no contact [N-08] [D-59]', async () => {
    const who = await actions.resident();
    const client = await actions.browserOf(staff);
    await actions.begin(client, who.userId);
    const facts = 'name: "Zoe", email: "zoe@test.example", phone: "0491 570 006", relationship: "Friend"';
    const more = 'substitutedDecisionMaker: true, enduringGuardian: false';
    await client.graphql(`mutation { suggestTrustedContact(${facts}, ${more}) }`);
    const suggested = await db()
      .selectFrom('contact_suggestions')
      .select('suggested_by')
      .where('user_id', '=', who.userId)
      .execute();
    expect(suggested).toEqual([{ suggested_by: staff.userId }]);
  });

  describe('is refused', () => {
    const codeOf = async (id: string, more: Record<string, unknown> = {}, by = staff) => {
      const { body } = await actions.begin(await actions.browserOf(by), id, more);
      expect(await actions.visitOf(id)).toBeUndefined();
      return body.error;
    };

    it('without her consent, at the field [N-08] [D-56]', async () => {
      const { userId } = await actions.resident();
      const { body } = await actions.begin(await actions.browserOf(staff), userId, { agreed: false });
      expect(body).toMatchObject({
        error: 'invalid',
        fields: [{ field: 'agreed', message: 'lac.together.agreedMissing' }],
      });
      expect(await codeOf(userId, { agreed: 'true' })).toBe('invalid');
    });

    it('with a wrong password, and leaves the staff member signed in [N-08] [D-14]', async () => {
      const { userId } = await actions.resident();
      const client = await actions.browserOf(staff);
      const { body } = await actions.begin(client, userId, { password: 'Wrong-horse-7' });
      expect(body.fields).toEqual([{ field: 'password', message: 'error.lac.password' }]);
      expect((await actions.whoIs(client)).id).toBe(staff.userId);
    });

    it('for customers who are suspended, archived, invited or to be removed [N-08]', async () => {
      for (const status of ['suspended', 'archived'])
        expect(await codeOf((await actions.resident({ status })).userId)).toBe('requiredAuthorization');
      expect(await codeOf((await actions.resident({ status: 'invited' })).userId)).toBe(
        'requiredEmailConfirmation',
      );
      const leaving = await actions.resident({ delete_on: '2099-01-01' });
      expect(await codeOf(leaving.userId)).toBe('requiredAuthorization');
    });

    it('to viewers, to staff of another organisation, and to customers [N-08] [security 4]', async () => {
      const { userId } = await actions.resident();
      const elsewhere = await provider(app.services);
      for (const by of [
        await person(app.services, { role: 'providerview', providerId: banksia }),
        await person(app.services, { role: 'provideradmin', providerId: elsewhere }),
        await person(app.services, { providerId: banksia }),
      ])
        expect(await codeOf(userId, {}, by)).toBe('requiredAuthorization');
    });

    it('inside another customer’s account, and from a session together [N-08]', async () => {
      const { userId } = await actions.resident();
      const inside = await actions.browserOf(staff);
      await actions.enter(inside, (await actions.newCustomer()).userId);
      expect((await actions.begin(inside, userId)).body.error).toBe('requiredAuthorization');
      const together = await actions.browserOf(staff);
      await actions.begin(together, (await actions.resident()).userId);
      expect((await actions.begin(together, userId)).body.error).toBe('requiredAuthorization');
      expect((await actions.enter(together, userId)).body.error).toBe('requiredAuthorization');
    });
  });
});
