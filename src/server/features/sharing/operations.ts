import * as z from 'zod/mini';
import { doneBy } from '../../../domain/access/done-by.ts';
import { addContactForm, editContactForm } from '../../../domain/contacts/contact-form.ts';
import { remindAfter } from '../../../domain/contacts/request.ts';
import { AppError, refuseInvalid } from '../../../domain/errors.ts';
import { normaliseEmail } from '../../../domain/fields.ts';
import { formInput } from '../../../domain/inputs/form.ts';
import { recordActivity } from '../../pipeline/audit/activities.ts';
import { idempotencyKey } from '../../pipeline/repeated-calls/idempotency.ts';
import type { Tries } from '../../pipeline/limits/limit.ts';
import { operation } from '../../pipeline/operation.ts';
import { account, callerId, ownAccount } from '../../pipeline/subjects.ts';
import type { Loading } from '../../pipeline/work.ts';
import { duplicateContact, refuseMoreOrOwn } from './bounds/contact-bounds.ts';
import { sealReceiver } from './receiver.ts';
import * as files from './shared-files/shared-files.ts';
import * as store from './store.ts';
import { settleSuggestion } from './suggestions/suggestion-store.ts';
import { askedAt, contactView, contactViews } from './views.ts';

const id = z.string().check(z.uuid());

const contact = (input: { id: string }, loading: Loading) => store.findContactSubject(input.id, loading);
const sharedWith = (input: { shared_with: string }, loading: Loading) =>
  store.findContactSubject(input.shared_with, loading);

/**
 * Rate limits for mails to addresses that the owner typed: an account must not be used to write to strangers, or to one of them
 * without end.
 */
const askingTries = (userId: string, email: string): Tries => [
  { counted: ['contact-ask:account', userId], counts: 'always' },
  { counted: ['contact-ask:pair', `${userId} ${email}`], counts: 'always' },
  { counted: ['contact-ask:recipient', email], counts: 'always' },
];

/** Loads the caller's own trusted contacts (API-09, API-65). */
export const getMyTrustedContacts = operation({
  name: 'getMyTrustedContacts',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'contacts.read', subject: ownAccount },
  run: async ({ subject, tx, now }) =>
    contactViews(tx, subject.ownerId, await store.findContacts(tx, subject.ownerId), now),
});

/** Loads the trusted contacts of a person by the person's id (API-27, API-65). */
export const getTrustedContacts = operation({
  name: 'getTrustedContacts',
  kind: 'read',
  input: z.strictObject({ user_id: id }),
  access: { action: 'contacts.read', subject: (input) => account(input.user_id) },
  run: async ({ subject, tx, now }) =>
    contactViews(tx, subject.ownerId, await store.findContacts(tx, subject.ownerId), now),
});

/** Loads one trusted contact (API-65). */
export const getTrustedContact = operation({
  name: 'getTrustedContact',
  kind: 'read',
  input: z.strictObject({ id }),
  access: { action: 'contacts.read', subject: contact },
  run: ({ subject, tx, now }) => contactView(tx, subject.contact, now),
});

/**
 * Adds a trusted contact and sends the request by mail (TC-03, TC-07, TC-08, API-28). The plan and the directives in use are
 * shared after they accept (SHARE-01). The owner's confirmation of the contact's permission is stored as a time. A suggestion of
 * staff with that address is settled (D-59).
 * @throws AppError `invalid` at the fields; `duplicate_trusted_contact` at the address; `rate-limited`
 */
export const addTrustedContact = operation({
  name: 'addTrustedContact',
  kind: 'write',
  input: formInput(addContactForm(), { idempotency_key: idempotencyKey }),
  access: { action: 'contacts.change', subject: ownAccount },
  limit: async ({ input, actor }) => askingTries(callerId(actor), input.email),
  async run({ input, subject, actor, tx, now, emit, auditDetails }) {
    const { idempotency_key: _, ...facts } = input;
    const userId = subject.ownerId;
    refuseMoreOrOwn(await store.lockOwner(tx, userId), facts.email);
    const made = await store.insertContact(tx, userId, facts, now);
    if (!made) throw duplicateContact();
    await settleSuggestion(tx, userId, facts.email);
    await files.shareDirectives(tx, userId, made.id, now);
    const activity = { template: 'contactRequested', userId, ...doneBy(actor), at: now } as const;
    await recordActivity(tx, activity, { contact: made.name });
    emit('contact.requested', { user_id: userId, contact_id: made.id });
    auditDetails({ contact_id: made.id });
    return contactView(tx, made, now);
  },
});

/**
 * Changes the owner's details of a contact (TC-04, API-29). The address cannot be changed (TC-19). A contact who becomes
 * substitute decision maker is notified.
 * @throws AppError `invalid` at the fields; `rate-limited`
 */
export const updateTrustedContact = operation({
  name: 'updateTrustedContact',
  kind: 'write',
  input: formInput(editContactForm(), { id }),
  access: { action: 'contacts.change', subject: contact },
  limit: async ({ input, subject }) =>
    input.substitutedDecisionMaker && !subject.contact.substitutedDecisionMaker
      ? [{ counted: ['contact-told:pair', `${subject.ownerId} ${subject.contact.email}`], counts: 'always' }]
      : [],
  async run({ input, subject, tx, now, emit, auditDetails }) {
    const { id: contactId, email, ...facts } = input;
    const before = subject.contact;
    if (normaliseEmail(email) !== before.email)
      refuseInvalid([{ field: 'email', message: 'contact.email.error.fixed' }]);
    const saved = await store.updateContact(tx, contactId, facts);
    if (saved.substitutedDecisionMaker && !before.substitutedDecisionMaker)
      emit('contact.named', { user_id: subject.ownerId, contact_id: contactId });
    auditDetails({ contact_id: contactId });
    return contactView(tx, saved, now);
  },
});

/**
 * Deletes a contact who has accepted and notifies them, or withdraws a request (TC-05, TC-06, API-30). All access ends with it.
 */
export const deleteTrustedContact = operation({
  name: 'deleteTrustedContact',
  kind: 'write',
  input: z.strictObject({ id }),
  access: { action: 'contacts.change', subject: contact },
  async run({ subject, actor, tx, services, now, emit, auditDetails }) {
    const { contact: gone, ownerId: userId } = subject;
    await store.deleteContact(tx, gone.id);
    const activity = { template: 'contactDeleted', userId, ...doneBy(actor), at: now } as const;
    await recordActivity(tx, activity, { contact: gone.name });
    if (gone.status === 'accepted')
      emit('contact.ended', {
        user_id: userId,
        contact_id: gone.id,
        receiver: sealReceiver(services, gone.id, { name: gone.name, email: gone.email }),
      });
    auditDetails({ contact_id: gone.id, was: gone.status });
    return gone.id;
  },
});

/** Returns how long the owner must wait before the request can be sent again, in milliseconds. */
const waitOf = (asked: store.TrustedContact, now: Date): number =>
  remindAfter(askedAt(asked)).getTime() - now.getTime();

/**
 * Sends a request again. The previous link becomes invalid (TC-08).
 * @throws AppError `invalid` when the contact has accepted; `rate-limited` within an hour of the request before
 */
export const remindTrustedContact = operation({
  name: 'remindTrustedContact',
  kind: 'write',
  input: z.strictObject({ id }),
  access: { action: 'contacts.change', subject: contact },
  // A refused call sends nothing, so it does not count.
  limit: async ({ subject: { ownerId, contact: asked }, now }) =>
    asked.status === 'pending' && waitOf(asked, now) <= 0 ? askingTries(ownerId, asked.email) : [],
  async run({ subject, tx, now, emit, auditDetails }) {
    const { contact: asked, ownerId: userId } = subject;
    if (asked.status === 'accepted')
      refuseInvalid([{ field: 'form', message: 'error.contact.alreadyAccepted' }]);
    const wait = waitOf(asked, now);
    if (wait > 0) throw new AppError('rate-limited', { details: { retryAfter: Math.ceil(wait / 1_000) } });
    const again = await store.askAgain(tx, asked.id, now);
    emit('contact.requested', { user_id: userId, contact_id: asked.id });
    auditDetails({ contact_id: asked.id });
    return contactView(tx, again, now);
  },
});

/** Sets whether the emergency page can name a contact (D-33). */
export const updateTrustedContactEmergency = operation({
  name: 'updateTrustedContactEmergency',
  kind: 'write',
  input: z.strictObject({ id, on_emergency_page: z.boolean() }),
  access: { action: 'contacts.change', subject: contact },
  async run({ input, tx, now, auditDetails }) {
    const saved = await store.updateContact(tx, input.id, { on_emergency_page: input.on_emergency_page });
    auditDetails({ contact_id: input.id, on_emergency_page: input.on_emergency_page });
    return contactView(tx, saved, now);
  },
});

/** Loads the files that were chosen for a contact (API-63). */
export const getSharedFiles = operation({
  name: 'getSharedFiles',
  kind: 'read',
  input: z.strictObject({ shared_with: id }),
  access: { action: 'contacts.read', subject: sharedWith },
  run: ({ subject, tx }) => files.findSharedFiles(tx, subject.contact.id),
});

/** Maximum number of recent activities that one save adds. */
const activitiesAtMost = 10;

/**
 * Sets what is shared with a contact: the plan, exactly these files, or all files including later ones (API-63, SHARE-02,
 * GAP-68). Takes effect at once.
 */
export const insertSharedFiles = operation({
  name: 'insertSharedFiles',
  kind: 'write',
  input: z.strictObject({
    shared_with: id,
    file_ids: z.array(id).check(z.maxLength(500)),
    plan_shared: z.boolean(),
    fullAccess: z.boolean(),
  }),
  access: { action: 'contacts.change', subject: sharedWith },
  async run({ input, subject, actor, tx, now, auditDetails }) {
    const { contact: shown, ownerId: userId } = subject;
    const { plan_shared, fullAccess } = input;
    const added = await files.replaceSharedFiles(tx, {
      userId,
      contactId: shown.id,
      fileIds: input.file_ids,
      now,
    });
    for (const file of added.slice(0, activitiesAtMost)) {
      const activity = { template: 'FILE_SHARED', userId, ...doneBy(actor), at: now } as const;
      await recordActivity(tx, activity, { file, contact: shown.name });
    }
    if (added.length > 0) await store.notePlanShared(tx, shown.id, now);
    const saved = await store.updateContact(tx, shown.id, { plan_shared, fullAccess });
    auditDetails({ contact_id: shown.id, plan_shared, full_access: fullAccess, files_added: added.length });
    return contactView(tx, saved, now);
  },
});

/**
 * Stores the share date of a person's plan if it is shared and has none (API-62). The date is the first that the shares themselves
 * show (D-55), never one that the caller gives, and a stored date stays.
 * @returns the share date
 * @throws AppError `invalid` for a plan that is not shared
 */
export const updateShareDate = operation({
  name: 'updateShareDate',
  kind: 'write',
  input: z.strictObject({ user_id: id }),
  access: { action: 'contacts.change', subject: (input) => account(input.user_id) },
  async run({ subject, tx, now }) {
    const date = await store.takeShareDate(tx, subject.ownerId, now);
    if (date === null) refuseInvalid([{ field: 'user_id', message: 'error.plan.notShared' }]);
    return date;
  },
});
