import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextFor, fullAnswers, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import type { EventName } from '../../../../domain/events.ts';
import { suggestionsAtMost } from '../../../../domain/contacts/request.ts';
import { tasksOf } from '../../../jobs/events/handlers.ts';
import type { Mail } from '../../../ports/mail/port.ts';
import { activitiesOf, added, daniel } from '../contacts.fixture.ts';
import * as contacts from '../operations.ts';
import { findContactsForEmergency } from '../store.ts';
import {
  dismissContactSuggestion,
  getContactSuggestions,
  suggestTrustedContact,
} from './suggestion-operations.ts';

let test: TestServices;
let ann: TestPerson;
let staff: TestPerson;
let sent: Mail[] = [];

beforeAll(async () => {
  test = await startServices();
});
afterAll(() => test.close());
beforeEach(async () => {
  const providerId = await provider(test.services);
  ann = await person(test.services, {
    providerId,
    plan: { status: 'complete', answers: fullAnswers() },
    contacts: [{ ...daniel, email: 'real@test.example', accepted: true }],
  });
  staff = await person(test.services, {
    role: 'provideradmin',
    providerId,
    firstName: 'Priya',
    lastName: 'Nair',
  });
  await test.services.db.deleteFrom('outbox').execute();
  sent = [];
});

const as = (who: TestPerson) => contextFor(test.services, who.actor);
const inside = () => contextFor(test.services, { ...ann.actor, actingStaffId: staff.userId });
const suggest = (more: object = {}) => suggestTrustedContact.call(inside(), { ...daniel, ...more });
const waiting = () => getContactSuggestions.call(as(ann), {});
const emails = async () =>
  (await contacts.getMyTrustedContacts.call(as(ann), {})).map(({ email }) => email).toSorted();

/** Runs the waiting jobs of the operations, as the workers do. */
async function runJobs(): Promise<string[]> {
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => {} };
  const events = await test.services.db.deleteFrom('outbox').returning(['type', 'payload']).execute();
  for (const { type, payload } of events)
    for (const task of Object.values(tasksOf(type as EventName))) {
      const context = { services: test.services, mailer, log: () => {}, jobId: randomUUID(), at: new Date() };
      await task.run(payload, context);
    }
  return events.map(({ type }) => type);
}

describe('a contact whom staff suggest in the account', () => {
  it('is in no list and gets no mail until the person accepts the suggestion; the person is notified and mailed [S-01] [D-59]', async () => {
    const id = await suggest();
    expect(await waiting()).toMatchObject([{ id, ...daniel, suggested_by: 'Priya Nair' }]);
    expect(await emails()).toEqual(['real@test.example']);
    expect((await findContactsForEmergency(test.services.db, ann.userId)).map(({ email }) => email)).toEqual([
      'real@test.example',
    ]);
    expect(await runJobs()).toEqual(['contact.suggested']);
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [ann.email, 'Priya Nair suggested a trusted contact'],
    ]);
    expect(sent[0]!.plain).toContain('/trusted-contacts');
    const notes = await test.services.db
      .selectFrom('notifications')
      .select(['template', 'metadata'])
      .where('receiver_id', '=', ann.userId)
      .execute();
    expect(notes).toEqual([
      {
        template: 'CONTACT_SUGGESTED',
        metadata: { contact: 'Daniel Doyle', actor_id: staff.userId, inside: true },
      },
    ]);
    expect((await activitiesOf(test.services, ann.userId)).at(-1)).toEqual([
      'contactSuggested',
      { contact: 'Daniel Doyle', inside: true },
    ]);
  });

  it('links a person whose plan is not signed to the step of the contacts [S-01]', async () => {
    await test.services.db
      .updateTable('acps')
      .set({ status: 'draft' })
      .where('user_id', '=', ann.userId)
      .where('type', '=', 'active')
      .execute();
    await suggest();
    await runJobs();
    expect(sent[0]!.plain).toContain('/questionnaire/step8');
  });

  it('is asked like any other contact once the person adds them [S-01] [D-59]', async () => {
    await suggest();
    await runJobs();
    sent = [];
    const made = await contacts.addTrustedContact.call(as(ann), added());
    expect(made).toMatchObject({ ...daniel, status: 'pending' });
    expect(await waiting()).toEqual([]);
    expect(await runJobs()).toEqual(['contact.requested']);
    expect(sent.map(({ to }) => to)).toEqual([daniel.email]);
  });

  it('is dismissed by the person, and is no longer mailed [S-01] [D-59]', async () => {
    const id = await suggest();
    await dismissContactSuggestion.call(as(ann), { id });
    expect(await waiting()).toEqual([]);
    await runJobs();
    expect(sent).toEqual([]);
    expect(await emails()).toEqual(['real@test.example']);
  });

  it('can be answered only by the person: not by staff inside the account, nor by anyone else [S-01] [D-59] [security 2]', async () => {
    const id = await suggest();
    const other = await person(test.services);
    for (const [who, code] of [
      [inside(), 'forbidden'],
      [as(other), 'not-found'],
      [as(staff), 'not-found'],
    ] as const)
      await expect(dismissContactSuggestion.call(who, { id })).rejects.toMatchObject({ code });
    await expect(contacts.addTrustedContact.call(inside(), added())).rejects.toMatchObject({
      code: 'forbidden',
    });
    await contacts.addTrustedContact.call(as(other), added());
    expect(await waiting()).toHaveLength(1);
    expect(await getContactSuggestions.call(as(other), {})).toEqual([]);
  });

  it('can be suggested only inside an account: neither by its person nor by staff in their own [S-01]', async () => {
    for (const who of [ann, staff])
      await expect(suggestTrustedContact.call(as(who), { ...daniel })).rejects.toMatchObject({
        code: who === ann ? 'forbidden' : 'not-found',
      });
  });

  it('has the same limits as a contact: the form, the own address, one for each address, five at once', async () => {
    const refusal = (more: object) =>
      suggest(more).then(
        () => null,
        (error: { code: string; fields?: { field: string; message: string }[] }) => [
          error.code,
          error.fields?.[0]?.field,
          error.fields?.[0]?.message,
        ],
      );
    expect(await refusal({ email: 'unknown' })).toEqual(['invalid', 'email', 'contact.email.error.format']);
    expect(await refusal({ email: ann.email })).toEqual(['invalid', 'email', 'contact.email.error.own']);
    expect(await refusal({ email: 'real@test.example' })).toEqual([
      'duplicate_trusted_contact',
      'email',
      'error.duplicate_trusted_contact',
    ]);
    for (let count = 0; count < suggestionsAtMost - 1; count += 1)
      await suggest({ email: `${count}@test.example` });
    expect(await refusal({ email: '0@test.example' })).toEqual([
      'invalid',
      'email',
      'contacts.suggest.duplicate',
    ]);
    await suggest({ email: 'last@test.example' });
    expect(await refusal({ email: 'more@test.example' })).toEqual([
      'invalid',
      'form',
      'contacts.suggest.tooMany',
    ]);
  });

  it('stays, without the name, when the staff member is deleted, and is deleted with the person', async () => {
    await suggest();
    await test.services.db.deleteFrom('users').where('id', '=', staff.userId).execute();
    expect(await waiting()).toMatchObject([{ suggested_by: null }]);
    await test.services.db.deleteFrom('users').where('id', '=', ann.userId).execute();
    const left = await test.services.db
      .selectFrom('contact_suggestions')
      .select('id')
      .where('user_id', '=', ann.userId)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('trusted contacts, for staff in the account', () => {
  it('cannot be added, changed, deleted, asked again, shown or shared with [S-01] [D-59]', async () => {
    const [contact] = await contacts.getMyTrustedContacts.call(as(ann), {});
    const { id } = contact!;
    const before = await contacts.getMyTrustedContacts.call(as(ann), {});
    const calls = [
      () => contacts.addTrustedContact.call(inside(), added()),
      () => contacts.updateTrustedContact.call(inside(), { id, ...daniel, email: 'real@test.example' }),
      () => contacts.deleteTrustedContact.call(inside(), { id }),
      () => contacts.remindTrustedContact.call(inside(), { id }),
      () => contacts.updateTrustedContactEmergency.call(inside(), { id, on_emergency_page: false }),
      () =>
        contacts.insertSharedFiles.call(inside(), {
          shared_with: id,
          file_ids: [],
          plan_shared: false,
          fullAccess: true,
        }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'forbidden' });
    expect(await contacts.getMyTrustedContacts.call(as(ann), {})).toEqual(before);
    expect(await contacts.getMyTrustedContacts.call(inside(), {})).toEqual(before);
    expect(await runJobs()).toEqual([]);
  });
});
