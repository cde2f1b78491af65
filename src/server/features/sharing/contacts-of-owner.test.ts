import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor, person, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { activitiesOf, added, daniel, fileOf } from './contacts.fixture.ts';
import {
  addTrustedContact,
  deleteTrustedContact,
  getMyTrustedContacts,
  getSharedFiles,
  getTrustedContact,
  getTrustedContacts,
  insertSharedFiles,
  remindTrustedContact,
  updateTrustedContact,
  updateTrustedContactEmergency,
} from './operations.ts';
import { findContactsForEmergency } from './store.ts';

const hour = 60 * 60_000;

let test: TestServices;
let offset = 0;

beforeAll(async () => {
  test = await startServices();
  test.services.clock = () => new Date(Date.now() + offset);
});
afterAll(() => test.close());

const as = (who: TestPerson) => contextFor(test.services, who.actor);
const events = async (userId: string) =>
  (await test.services.db.selectFrom('outbox').select(['type', 'payload']).orderBy('id').execute())
    .filter(({ payload }) => (payload as { user_id: string }).user_id === userId)
    .map(({ type }) => type);
const rowOf = (id: string) =>
  test.services.db.selectFrom('trusted_contacts').selectAll().where('id', '=', id).executeTakeFirst();

describe('an owner’s trusted contacts', () => {
  it('are asked when they are added, and only they can answer [TC-03] [TC-08] [API-28] [ENT-10]', async () => {
    const ann = await person(test.services);
    const contact = await addTrustedContact.call(as(ann), added());
    expect(contact).toMatchObject({
      ...daniel,
      user_id: ann.userId,
      status: 'pending',
      accepted_at: null,
      link_expired: false,
      plan_shared: true,
      fullAccess: false,
      on_emergency_page: true,
      last_opened_at: null,
      shared_file_ids: [],
    });
    expect(contact.asked_until.getTime() - contact.asked_at.getTime()).toBe(30 * 24 * hour);
    expect(contact.remind_after!.getTime() - contact.asked_at.getTime()).toBe(hour);
    expect(await events(ann.userId)).toEqual(['contact.requested']);
    expect(await activitiesOf(test.services, ann.userId)).toEqual([
      ['contactRequested', { contact: 'Daniel Doyle' }],
    ]);
    expect(await rowOf(contact.id)).toMatchObject({ permission_confirmed_at: expect.any(Date) });
  });

  it("are readable for their owner: all, by the owner's id, and one [API-27] [API-65] [TC-01] [TC-02]", async () => {
    const ann = await person(test.services);
    const { id } = await addTrustedContact.call(as(ann), added());
    const [own] = await getMyTrustedContacts.call(as(ann), {});
    expect(await getTrustedContacts.call(as(ann), { user_id: ann.userId })).toEqual([own]);
    expect(await getTrustedContact.call(as(ann), { id })).toEqual(own);
  });

  it('do not exist for another person, who can change none of them [security 2] [TC-04] [TC-05]', async () => {
    const [ann, ben] = [await person(test.services), await person(test.services)];
    const { id } = await addTrustedContact.call(as(ann), added());
    const file = await fileOf(test.services, ann.userId);
    const share = { shared_with: id, file_ids: [file], plan_shared: true, fullAccess: true };
    const calls = [
      () => getTrustedContacts.call(as(ben), { user_id: ann.userId }),
      () => getTrustedContact.call(as(ben), { id }),
      () => updateTrustedContact.call(as(ben), { id, ...daniel, name: 'Ben' }),
      () => deleteTrustedContact.call(as(ben), { id }),
      () => remindTrustedContact.call(as(ben), { id }),
      () => updateTrustedContactEmergency.call(as(ben), { id, on_emergency_page: false }),
      () => getSharedFiles.call(as(ben), { shared_with: id }),
      () => insertSharedFiles.call(as(ben), share),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'not-found' });
    expect(await rowOf(id)).toMatchObject({
      name: 'Daniel Doyle',
      on_emergency_page: true,
      fullAccess: false,
    });
  });

  it('have each address once: a second one is refused at the address, in two tabs too [TC-18] [ERR-25]', async () => {
    const ann = await person(test.services);
    const twice = await Promise.allSettled([
      addTrustedContact.call(as(ann), added()),
      addTrustedContact.call(as(ann), added({ name: 'Dan', email: ' DANIEL@test.example' })),
    ]);
    const refused = twice.filter(({ status }) => status === 'rejected');
    expect(refused).toEqual([
      {
        status: 'rejected',
        reason: expect.objectContaining({
          code: 'duplicate_trusted_contact',
          fields: [{ field: 'email', message: 'error.duplicate_trusted_contact' }],
        }),
      },
    ]);
    expect(await events(ann.userId)).toEqual(['contact.requested']);
  });

  it('are added once by a double click [TC-03] [D-18]', async () => {
    const ann = await person(test.services);
    const input = added({ idempotency_key: 'a-double-click' });
    const [one, two] = await Promise.all([
      addTrustedContact.call(as(ann), input),
      addTrustedContact.call(as(ann), input),
    ]);
    expect(two).toEqual(one);
    expect(await addTrustedContact.call(as(ann), input)).toEqual(one);
    expect(await events(ann.userId)).toEqual(['contact.requested']);
  });

  it("cannot be the owner's own address [GAP-69]", async () => {
    const ann = await person(test.services);
    await expect(
      addTrustedContact.call(as(ann), added({ email: ann.email.toUpperCase() })),
    ).rejects.toMatchObject({ fields: [{ field: 'email', message: 'contact.email.error.own' }] });
  });

  it('keep their address when they are changed [TC-04] [TC-19] [API-29]', async () => {
    const ann = await person(test.services);
    const { id } = await addTrustedContact.call(as(ann), added());
    const change = { id, ...daniel, name: 'Dan Doyle', phone: '0491 570 156', relationship: 'Friend' };
    expect(await updateTrustedContact.call(as(ann), change)).toMatchObject({
      name: 'Dan Doyle',
      phone: '0491 570 156',
      relationship: 'Friend',
      email: 'daniel@test.example',
    });
    await expect(
      updateTrustedContact.call(as(ann), { ...change, email: 'other@test.example' }),
    ).rejects.toMatchObject({ fields: [{ field: 'email', message: 'contact.email.error.fixed' }] });
  });

  it('are notified when they are named as substitute decision maker later, and not at each save [TC-04] [TC-15]', async () => {
    const ann = await person(test.services);
    const facts = { ...daniel, substitutedDecisionMaker: false };
    const { id } = await addTrustedContact.call(as(ann), added(facts));
    await updateTrustedContact.call(as(ann), { id, ...facts, name: 'Dan' });
    await updateTrustedContact.call(as(ann), { id, ...daniel });
    await updateTrustedContact.call(as(ann), { id, ...daniel, name: 'Dan' });
    expect(await events(ann.userId)).toEqual(['contact.requested', 'contact.named']);
  });

  it('are deleted with everything that was shared; one who accepted is notified, one who did not answer is not [TC-05] [TC-06] [API-30]', async () => {
    const ann = await person(test.services, {
      contacts: [{ ...daniel, email: 'yes@test.example', accepted: true }],
    });
    const waiting = await addTrustedContact.call(as(ann), added());
    expect(await deleteTrustedContact.call(as(ann), { id: waiting.id })).toBe(waiting.id);
    expect(await events(ann.userId)).toEqual(['contact.requested']);
    const [accepted] = await getMyTrustedContacts.call(as(ann), {});
    const file = await fileOf(test.services, ann.userId);
    const shared_with = accepted!.id;
    await insertSharedFiles.call(as(ann), {
      shared_with,
      file_ids: [file],
      plan_shared: true,
      fullAccess: false,
    });
    await deleteTrustedContact.call(as(ann), { id: shared_with });
    expect(await events(ann.userId)).toEqual(['contact.requested', 'contact.ended']);
    expect(await getMyTrustedContacts.call(as(ann), {})).toEqual([]);
    const left = await test.services.db
      .selectFrom('shared_files')
      .select('id')
      .where('shared_with', '=', shared_with)
      .execute();
    expect(left).toEqual([]);
    await expect(deleteTrustedContact.call(as(ann), { id: shared_with })).rejects.toMatchObject({
      code: 'not-found',
    });
    const [ended] = await test.services.db
      .selectFrom('outbox')
      .select('payload')
      .where('type', '=', 'contact.ended')
      .execute();
    expect(JSON.stringify(ended)).not.toContain('yes@test.example');
  });

  it('are asked again with a new link, an hour after the previous request, while they have not answered [TC-08]', async () => {
    const ann = await person(test.services);
    const { id } = await addTrustedContact.call(as(ann), added());
    const before = (await rowOf(id))!.request_link;
    await expect(remindTrustedContact.call(as(ann), { id })).rejects.toMatchObject({
      code: 'rate-limited',
      details: { retryAfter: expect.any(Number) },
    });
    offset += hour + 1_000;
    const again = await remindTrustedContact.call(as(ann), { id });
    expect(again.remind_after).not.toBeNull();
    expect((await rowOf(id))!.request_link).not.toBe(before);
    expect(await events(ann.userId)).toEqual(['contact.requested', 'contact.requested']);
    await test.services.db
      .updateTable('trusted_contacts')
      .set({ status: 'accepted' })
      .where('id', '=', id)
      .execute();
    offset += hour + 1_000;
    await expect(remindTrustedContact.call(as(ann), { id })).rejects.toMatchObject({ code: 'invalid' });
  });

  it('can be excluded from the emergency page [D-33]', async () => {
    const ann = await person(test.services);
    const { id } = await addTrustedContact.call(as(ann), added());
    const named = async () =>
      (await findContactsForEmergency(test.services.db, ann.userId)).map((each) => each.id);
    expect(await named()).toEqual([id]);
    await updateTrustedContactEmergency.call(as(ann), { id, on_emergency_page: false });
    expect(await named()).toEqual([]);
  });
});
