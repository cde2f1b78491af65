import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextFor, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { contactsAtMost } from '../../../domain/contacts/request.ts';
import { activitiesOf, added, daniel, fileOf } from './contacts.fixture.ts';
import * as contacts from './operations.ts';
import { openReceiver } from './receiver.ts';
import { acceptContact } from './store.ts';
import { dismissContactSuggestion, suggestTrustedContact } from './suggestions/suggestion-operations.ts';

const hour = 60 * 60_000;
const start = new Date('2026-11-20T01:00:00Z');

let test: TestServices;
let ann: TestPerson;
let now = start;

beforeAll(async () => {
  test = await startServices();
  test.services.clock = () => now;
});
afterAll(() => test.close());
beforeEach(async () => {
  now = start;
  ann = await person(test.services);
  await test.services.db.deleteFrom('outbox').execute();
});

const as = (who: TestPerson) => contextFor(test.services, who.actor);
const add = (more: object = {}) => contacts.addTrustedContact.call(as(ann), added(more));
const read = (id: string) => contacts.getTrustedContact.call(as(ann), { id });
const remind = (id: string) => contacts.remindTrustedContact.call(as(ann), { id });
const after = (milliseconds: number) => {
  now = new Date(start.getTime() + milliseconds);
};
const accept = (id: string) => acceptContact(test.services.db, id, now);
const events = () => test.services.db.deleteFrom('outbox').returning(['type', 'payload']).execute();

describe('a request to a contact, as its owner sees it', () => {
  it('can be sent again from exactly an hour on, and is over from exactly 30 days on [TC-08] [GAP-66]', async () => {
    const { id } = await add();
    const seen = async () => {
      const { link_expired, remind_after } = await read(id);
      return { link_expired, remind_after };
    };
    after(hour - 1);
    expect(await seen()).toEqual({ link_expired: false, remind_after: new Date(start.getTime() + hour) });
    after(hour);
    expect(await seen()).toEqual({ link_expired: false, remind_after: null });
    after(30 * 24 * hour - 1);
    expect(await seen()).toEqual({ link_expired: false, remind_after: null });
    after(30 * 24 * hour);
    expect(await seen()).toEqual({ link_expired: true, remind_after: null });
  });

  it('is refused within the hour with the seconds left, and these refusals do not count [TC-08]', async () => {
    const { id } = await add();
    after(hour - 90_000);
    for (let each = 0; each < 5; each += 1)
      await expect(remind(id)).rejects.toMatchObject({ code: 'rate-limited', details: { retryAfter: 90 } });
    after(hour);
    expect(await remind(id)).toMatchObject({ id, asked_at: now });
  });
});

describe('what a change of contacts leaves behind', () => {
  it('is an event that names a contact as decision maker once, when they become one [TC-04] [TC-15]', async () => {
    const { id } = await add({ substitutedDecisionMaker: false });
    await events();
    const save = (substitutedDecisionMaker: boolean) =>
      contacts.updateTrustedContact.call(as(ann), { ...daniel, id, substitutedDecisionMaker });
    await save(true);
    expect(await events()).toEqual([
      { type: 'contact.named', payload: { user_id: ann.userId, contact_id: id } },
    ]);
    await save(true);
    await save(false);
    expect(await events()).toEqual([]);
  });

  it('is a sealed receiver for the last mail to a contact who accepted, and an activity with their name [TC-06]', async () => {
    const { id } = await add();
    await accept(id);
    await events();
    after(hour);
    await contacts.deleteTrustedContact.call(as(ann), { id });
    const [ended, ...others] = await events();
    expect(others).toEqual([]);
    expect(ended?.type).toBe('contact.ended');
    const { receiver } = ended!.payload as { receiver: string };
    expect(receiver).not.toContain(daniel.email);
    expect(openReceiver(test.services, id, receiver)).toMatchObject({
      email: daniel.email,
      name: daniel.name,
    });
    expect((await activitiesOf(test.services, ann.userId)).at(-1)).toEqual([
      'contactDeleted',
      { contact: daniel.name },
    ]);
  });

  it('is an audit row that names the contact, for each kind of change [security 38]', async () => {
    const { id } = await add();
    await contacts.updateTrustedContact.call(as(ann), { ...daniel, id });
    await contacts.updateTrustedContactEmergency.call(as(ann), { id, on_emergency_page: false });
    const file = await fileOf(test.services, ann.userId);
    await contacts.insertSharedFiles.call(as(ann), {
      ...{ shared_with: id, file_ids: [file], plan_shared: true, fullAccess: false },
    });
    after(hour);
    await remind(id);
    await contacts.deleteTrustedContact.call(as(ann), { id });
    const rows = await test.services.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('subject_id', '=', ann.userId)
      .where('action', '~', 'Trusted|Shared')
      .orderBy('seq')
      .execute();
    expect(rows.map(({ action, details }) => [action, details])).toEqual([
      ['addTrustedContact', { contact_id: id }],
      ['updateTrustedContact', { contact_id: id }],
      ['updateTrustedContactEmergency', { contact_id: id, on_emergency_page: false }],
      ['insertSharedFiles', { contact_id: id, plan_shared: true, full_access: false, files_added: 1 }],
      ['remindTrustedContact', { contact_id: id }],
      ['deleteTrustedContact', { contact_id: id, was: 'pending' }],
    ]);
  });

  it('is the share date of the plan only when a file is added: not for a contact who has not answered [D-55]', async () => {
    const { id } = await add();
    const share = (file_ids: string[]) =>
      contacts.insertSharedFiles.call(as(ann), {
        ...{ shared_with: id, file_ids, plan_shared: true, fullAccess: false },
      });
    const shareDate = async () => {
      const plan = await test.services.db
        .selectFrom('acps')
        .select('share_date')
        .where('user_id', '=', ann.userId)
        .where('type', '=', 'active')
        .executeTakeFirstOrThrow();
      return plan.share_date;
    };
    await share([]);
    expect(await shareDate()).toBeNull();
    await share([await fileOf(test.services, ann.userId)]);
    expect(await shareDate()).toEqual(now);
  });

  it('is ten activities at most for one save of many files, which are all shared [SHARE-02]', async () => {
    const { id } = await add();
    const file_ids: string[] = [];
    for (let each = 0; each < 12; each += 1) file_ids.push(await fileOf(test.services, ann.userId));
    const saved = await contacts.insertSharedFiles.call(as(ann), {
      ...{ shared_with: id, file_ids, plan_shared: true, fullAccess: false },
    });
    expect(saved.shared_file_ids).toHaveLength(12);
    const shared = (await activitiesOf(test.services, ann.userId)).filter(([name]) => name === 'FILE_SHARED');
    expect(shared).toHaveLength(10);
  });
});

describe('refusals about contacts', () => {
  it('name the field and the limit: too many, and a request to one who accepted [TC-03] [TC-08]', async () => {
    const { id } = await add();
    await accept(id);
    await expect(remind(id)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'form', message: 'error.contact.alreadyAccepted' }],
    });
    const many = await person(test.services, {
      contacts: Array.from({ length: contactsAtMost }, (_, each) => ({
        ...daniel,
        email: `contact${each}@test.example`,
      })),
    });
    await expect(contacts.addTrustedContact.call(as(many), added())).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'form', message: 'contact.tooMany', params: { max: contactsAtMost } }],
    });
  });
});

describe('the suggestions of staff in one account', () => {
  it('are limited in number, also when each is dismissed, and audited by their id [D-59]', async () => {
    const providerId = await provider(test.services);
    const staff = await person(test.services, { role: 'provideradmin', providerId });
    const inside = contextFor(test.services, { ...ann.actor, actingStaffId: staff.userId });
    const ids: string[] = [];
    let refused: unknown;
    for (let each = 0; each < 100 && !refused; each += 1)
      try {
        const id = await suggestTrustedContact.call(inside, { ...daniel, email: `s${each}@test.example` });
        ids.push(id);
        await dismissContactSuggestion.call(as(ann), { id });
      } catch (error) {
        refused = error;
      }
    expect(refused).toMatchObject({ code: 'rate-limited' });
    expect(ids.length).toBeGreaterThan(0);
    const rows = await test.services.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('action', 'in', ['suggestTrustedContact', 'dismissContactSuggestion'])
      .where('subject_id', '=', ann.userId)
      .orderBy('seq')
      .limit(2)
      .execute();
    expect(rows[0]).toMatchObject({
      action: 'suggestTrustedContact',
      details: { suggestion_id: ids[0] },
    });
    expect(rows[1]).toMatchObject({
      action: 'dismissContactSuggestion',
      details: { suggestion_id: ids[0] },
    });
  });
});
