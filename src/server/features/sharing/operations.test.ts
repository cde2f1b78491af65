import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor, person, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { getMyTrustedContacts } from './operations.ts';
import { findContacts, findContactsForEmergency, findDecisionMakers } from './store.ts';

const contact = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@test.example`,
  phone: '0491 570 006',
  relationship: 'Friend',
});

describe('trusted contacts', () => {
  let test: TestServices;
  let ann: TestPerson;
  let ben: TestPerson;

  beforeAll(async () => {
    test = await startServices();
    ann = await person(test.services, {
      contacts: [
        contact('Pending'),
        { ...contact('PendingMaker'), substitutedDecisionMaker: true },
        { ...contact('Zoe'), accepted: true },
        { ...contact('Adam'), accepted: true, on_emergency_page: false },
        {
          ...contact('Maker'),
          accepted: true,
          substitutedDecisionMaker: true,
          enduringGuardian: true,
          fullAccess: true,
        },
        {
          ...contact('HiddenMaker'),
          accepted: true,
          substitutedDecisionMaker: true,
          on_emergency_page: false,
        },
      ],
    });
    ben = await person(test.services, { contacts: [contact('Bens')] });
  });
  afterAll(() => test.close());

  it('are returned with the accepted ones first, decision makers at the top [API-09, API-65, ENT-06, ENT-10]', async () => {
    const contacts = await getMyTrustedContacts.call(contextFor(test.services, ann.actor), {});
    expect(contacts.map(({ name }) => name)).toEqual([
      'HiddenMaker',
      'Maker',
      'Adam',
      'Zoe',
      'PendingMaker',
      'Pending',
    ]);
    expect(contacts[1]).toEqual({
      id: expect.any(String),
      user_id: ann.userId,
      name: 'Maker',
      email: 'maker@test.example',
      phone: '0491 570 006',
      relationship: 'Friend',
      substitutedDecisionMaker: true,
      enduringGuardian: true,
      fullAccess: true,
      on_emergency_page: true,
      status: 'accepted',
      accepted_at: expect.any(Date),
      created_at: expect.any(Date),
      asked_at: expect.any(Date),
      asked_until: expect.any(Date),
      link_expired: false,
      remind_after: null,
      plan_shared: true,
      last_opened_at: null,
      shared_file_ids: [],
    });
    expect(contacts[5]).toMatchObject({ status: 'pending', accepted_at: null });
  });

  it('cannot be read by anyone else [API-09, security 2]', async () => {
    const own = await getMyTrustedContacts.call(contextFor(test.services, ben.actor), {});
    expect(own.map(({ name }) => name)).toEqual(['Bens']);
    const visitor = { ...contextFor(test.services, ben.actor), actor: { kind: 'visitor' } as const };
    await expect(getMyTrustedContacts.call(visitor, {})).rejects.toMatchObject({ code: 'unauthenticated' });
    const staff = await person(test.services, { role: 'admin' });
    await expect(getMyTrustedContacts.call(contextFor(test.services, staff.actor), {})).rejects.toMatchObject(
      { code: 'not-found' },
    );
    await expect(
      getMyTrustedContacts.call(contextFor(test.services, ben.actor), { user_id: ann.userId }),
    ).rejects.toMatchObject({ code: 'invalid' });
  });

  it('on the emergency page have accepted, or are decision makers who have not answered; but not contacts whom the owner excluded', async () => {
    const named = await findContactsForEmergency(test.services.db, ann.userId);
    expect(named.map(({ name }) => name)).toEqual(['Maker', 'Zoe', 'PendingMaker']);
  });

  it('who are notified of an opened page are decision makers who accepted', async () => {
    const makers = await findDecisionMakers(test.services.db, ann.userId);
    expect(makers.map(({ name }) => name)).toEqual(['HiddenMaker', 'Maker']);
    expect(await findContacts(test.services.db, ben.userId)).toHaveLength(1);
  });
});
