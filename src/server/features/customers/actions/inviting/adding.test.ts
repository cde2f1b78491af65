import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, provider } from '../../../../../../testing/people.ts';
import { daysAfter, melbourneDate } from '../../../../../domain/fields.ts';
import { medicarePlace } from '../../../../db/sealing/account-secrets.ts';
import { outcomeOf, startHouse, type House } from '../customers.fixture.ts';
import { inviteCustomer } from './invite-operation.ts';

const freshEmail = () => `${randomUUID()}@test.example`;
const invite = (more: object = {}) => ({
  registration_type: 'invite_account',
  first_name: '美玲',
  last_name: '陈',
  email: freshEmail(),
  ...more,
});
const create = (more: object = {}) => ({
  registration_type: 'create_account',
  first_name: 'Bridie',
  last_name: 'O’Brien',
  relationWithOwner: 'general_practitioner',
  medicareNumber: '3123456711',
  gender: 'Female',
  dob: '1948-05-04',
  notOwnerConfirmation: true,
  ...more,
});

describe('adding a customer', () => {
  let h: House;
  beforeAll(async () => {
    h = await startHouse();
  });
  afterAll(() => h.close());
  beforeEach(async () => {
    h.mails.length = 0;
    await h.test.services.db.deleteFrom('attempts').execute();
  });

  const add = (input: object, who = h.editor) => inviteCustomer.call(h.as(who), input);
  const setProvider = (values: object, id = h.house) =>
    h.test.services.db.updateTable('providers').set(values).where('id', '=', id).execute();
  const activities = async (userId: string) => {
    const { db } = h.test.services;
    const rows = await db
      .selectFrom('recent_activities')
      .select(['template', 'actor_id'])
      .where('user_id', '=', userId)
      .execute();
    return rows;
  };

  it('invites them: a row in the list, a mail in both languages, a line of activity [CACT-26] [API-54] [GAP-85]', async () => {
    const input = invite({ email: ' Mei.Ling@Test.example ' });
    const row = await add(input);
    expect(row).toMatchObject({
      ...{ first_name: '美玲', last_name: '陈', email: 'mei.ling@test.example', provider: 'Banksia House' },
      ...{
        customer_status: 'invited',
        acp_status: 'draft',
        designated_email: false,
        placeholder_email: false,
      },
    });
    expect(row.invitation_expires?.getTime()).toBe(row.invite_date!.getTime() + 30 * 24 * 60 * 60_000);
    expect(await h.stored(row.id)).toMatchObject({
      registration_type: 'invite_account',
      password_hash: null,
    });
    expect(await activities(row.id)).toEqual([{ template: 'invited', actor_id: h.editor.userId }]);
    await h.runJobs();
    expect(h.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['mei.ling@test.example', 'Banksia House invites you to Wattle'],
    ]);
    const { plain } = h.mails[0]!;
    expect(plain).toContain('您可以在那里写自己的预先护理计划');
    expect(plain).toMatch(/https:\/\/wattle\.example\/signup#token=[\w.-]+&payload=[\w.-]+/);
    expect(plain).not.toContain('美玲');
  });

  it('creates an account without an address, to which no mail is sent [CACT-25] [CACT-30] [GAP-79]', async () => {
    const row = await add(create());
    expect(row).toMatchObject({
      email: null,
      placeholder_email: true,
      customer_status: 'active',
      invite_date: null,
    });
    const stored = (await h.stored(row.id))!;
    expect(stored).toMatchObject({
      ...{ email: `${row.id}@no-email.invalid`, registration_type: 'create_account', dob: '1948-05-04' },
      ...{ account_owner: 'general_practitioner', for_my_self: false, gender: 'Female' },
    });
    const { keyring, db } = h.test.services;
    expect(keyring.open(medicarePlace(row.id), stored['medicare_sealed'] as Buffer)).toBe('3123456711');
    await db
      .insertInto('outbox')
      .values({ type: 'account.verified', payload: JSON.stringify({ user_id: row.id }) })
      .execute();
    await h.runJobs();
    expect(h.mails).toEqual([]);
    expect(await activities(row.id)).toEqual([{ template: 'customerAdded', actor_id: h.editor.userId }]);
  });

  it('reports at the field an address, old address or card that has an account [ERR-33] [ERR-34]', async () => {
    const { services } = h.test;
    const known = await person(services, {});
    await services.db
      .updateTable('users')
      .set({ legacy_email: 'old@test.example' })
      .where('id', '=', known.userId)
      .execute();
    for (const email of [known.email.toUpperCase(), 'old@test.example'])
      expect(await outcomeOf(add(invite({ email })))).toBe('existingUser: error.userExists');
    await person(services, { medicareNumber: '4123456721', dob: '04/05/1948' });
    const sameCard = create({ medicareNumber: '4123456722' });
    expect(await outcomeOf(add(sameCard))).toBe('existingMedicareNumber: error.medicareExists');
    expect(await outcomeOf(add({ ...sameCard, dob: '1950-01-01' }))).toBe('done');
  });

  it('creates one customer by a double click, and by two simultaneous calls [API-54] [fault 5]', async () => {
    const input = invite({ idempotency_key: randomUUID() });
    const [first, second] = [await add(input), await add(input)];
    expect(second).toEqual(first);
    const email = freshEmail();
    const both = await Promise.all([
      outcomeOf(add(invite({ email }))),
      outcomeOf(add(invite({ email }), h.admin)),
    ]);
    // Without a provider, the administrator gets an error at its field.
    expect(both).toEqual(['done', 'invalid: error.customer.provider']);
    const same = invite({ email: freshEmail(), provider_id: h.house });
    const racing = await Promise.all([outcomeOf(add(same)), outcomeOf(add(same, h.admin))]);
    expect(racing.toSorted()).toEqual(['done', 'existingUser: error.userExists']);
  });

  it('is refused when the trial of the provider or of one above is over, but not when the provider pays [TRANS-03] [CON-48]', async () => {
    const { services } = h.test;
    const today = melbourneDate(services.clock());
    const ward = await provider(services, 'Banksia North', h.house);
    const plan = await services.db.selectFrom('subscriptions').select('id').executeTakeFirstOrThrow();
    try {
      await setProvider({ trial_expiry_date: today });
      for (const provider_id of [h.house, ward])
        expect(await outcomeOf(add(invite({ provider_id })))).toBe('invalid: customers.trialOver');
      await setProvider({ subscription_id: plan.id }, ward);
      expect(await outcomeOf(add(invite({ provider_id: ward })))).toBe('done');
      await setProvider({ trial_expiry_date: daysAfter(today, 1) });
      expect((await add(invite())).trial_end_date).toBe(daysAfter(today, 30));
    } finally {
      await setProvider({ trial_expiry_date: null });
    }
    expect((await add(invite())).trial_end_date).toBeNull();
  });

  it('is only for editors in their own tree [GAP-16] [GAP-100] [security 4]', async () => {
    const { services } = h.test;
    const elsewhere = await provider(services, 'Grevillea Lodge');
    const ward = await provider(services, 'Banksia East', h.house);
    const gone = await provider(services, 'Closed', h.house);
    await setProvider({ archived: true }, gone);
    const viewer = await h.staff('providerview');
    const wardEditor = await h.staff('provideradmin', ward);
    const customer = await person(services, { providerId: h.house });
    const at = (provider_id: string) => invite({ provider_id });
    expect(await outcomeOf(add(at(elsewhere)))).toBe('not-found');
    expect(await outcomeOf(add(at(gone)))).toBe('not-found');
    expect(await outcomeOf(add(at(h.house), wardEditor))).toBe('not-found');
    expect(await outcomeOf(add(at(h.house), viewer))).toBe('forbidden');
    expect(await outcomeOf(add(at(h.house), customer))).toBe('not-found');
    const flagless = {
      ...h.editor,
      actor: { ...h.editor.actor, flags: { ...h.editor.actor.flags, can_manage_acp: false } },
    };
    expect(await outcomeOf(add(at(h.house), flagless))).toBe('forbidden');
    expect(await outcomeOf(add(at(ward)))).toBe('done');
  });

  it('refuses the reserved ending as an address, and limits the number of tested addresses [GAP-79] [security 16]', async () => {
    expect(await outcomeOf(add(invite({ email: 'x@no-email.invalid' })))).toBe(
      'invalid: field.email.invalid',
    );
    const { email } = await person(h.test.services, {});
    const tries = [];
    for (let count = 0; count < 31; count += 1) tries.push(await outcomeOf(add(invite({ email }))));
    expect(tries.slice(-2)).toEqual([expect.stringMatching('existingUser|rate-limited'), 'rate-limited']);
  });
});
