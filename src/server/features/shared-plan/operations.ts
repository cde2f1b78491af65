import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import { isLinkNearEnd } from '../../../domain/contacts/request.ts';
import { readableBy } from '../../../domain/contacts/reading.ts';
import { recordActivity } from '../../pipeline/audit/activities.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { operation } from '../../pipeline/operation.ts';
import type { Asked, Loading, Work } from '../../pipeline/work.ts';
import type { Tries } from '../../pipeline/limits/limit.ts';
import { findStoredFile, readableFile, type ReadableFile } from '../files/api.ts';
import * as sharing from '../sharing/api.ts';
import { findNumbersToCall } from './phones.ts';
import { findSharer, type Sharer } from './sharer.ts';
import { findSharedPlan } from './shared-plan.ts';

const id = z.string().check(z.uuid());

/** A contact and the link that they opened. */
const input = z.strictObject({ contact_id: id, link: id });
type Input = z.output<typeof input>;

const idsOf = ({ contact_id, link }: Input): sharing.LinkIds => ({ contactId: contact_id, link });
const byRequest = (given: Input, loading: Loading) => sharing.findByLink('request', idsOf(given), loading);
const byView = (given: Input, loading: Loading) => sharing.findByLink('view', idsOf(given), loading);

/** Rate limit of an action, per contact: each call leaves a record that a person reads. */
const perContact =
  (scope: 'contact-answer:account' | 'contact-open:account' | 'contact-file:account') =>
  async ({ subject }: Asked<Input, sharing.ContactSubjectNow>): Promise<Tries> => [
    { counted: [scope, subject.contactId], counts: 'always' },
  ];

async function sharerOf(tx: Tx, services: Services, userId: string): Promise<Sharer> {
  const sharer = await findSharer(tx, services, userId);
  if (!sharer) throw new Error('A contact has no owner');
  return sharer;
}

/**
 * Deletes the details of a contact who declines or steps back, and notifies the owner. Returns the owner, for the answer page.
 */
async function takeAway(
  {
    subject: { contact, ownerId: userId },
    tx,
    services,
    now,
    emit,
    auditDetails,
  }: Work<Input, sharing.ContactSubjectNow>,
  {
    template,
    event,
  }: { template: 'contactDeclined' | 'contactLeft'; event: 'contact.declined' | 'contact.left' },
): Promise<{ sharer: Sharer }> {
  const sharer = await sharerOf(tx, services, userId);
  const { id: contact_id, name, email } = contact;
  await sharing.deleteContact(tx, contact_id);
  await recordActivity(tx, { template, userId, actorId: null, at: now }, { contact: name });
  const who = sharing.sealReceiver(services, contact_id, { name, email });
  emit(event, { user_id: userId, contact_id, contact: who });
  auditDetails({ contact_id });
  return { sharer };
}

/** A request as the contact sees it before answering. */
export type ContactRequest = {
  sharer: Sharer;
  contact: { name: string; email: string; phone: string; decisionMaker: boolean };
  until: Date;
};

/** Loads the request of a link, for the page that asks for the answer (GAP-66). Changes nothing. */
export const readContactRequest = operation({
  name: 'readContactRequest',
  kind: 'read',
  input,
  access: { action: 'contact.answer', subject: byRequest },
  async run({ subject, tx, services }): Promise<ContactRequest> {
    const { name, email, phone, substitutedDecisionMaker, requestEnds, user_id } = subject.contact;
    return {
      sharer: await sharerOf(tx, services, user_id),
      contact: { name, email, phone, decisionMaker: substitutedDecisionMaker },
      until: requestEnds,
    };
  },
});

/** Accepts a contact request (TC-08). From then on the plan is shared with the contact, who gets a link of their own. */
export const acceptContactRequest = operation({
  name: 'acceptContactRequest',
  kind: 'write',
  input,
  access: { action: 'contact.answer', subject: byRequest },
  limit: perContact('contact-answer:account'),
  async run({ subject, tx, now, emit, auditDetails }) {
    const { contact, ownerId: userId } = subject;
    await sharing.acceptContact(tx, contact.id, now);
    const activity = { template: 'CONTACT_INVITATION_ACCEPTED', userId, actorId: null, at: now } as const;
    await recordActivity(tx, activity, { contact: contact.name });
    emit('contact.accepted', { user_id: userId, contact_id: contact.id });
    auditDetails({ contact_id: contact.id });
    return { accepted_at: now };
  },
});

/** Declines a contact request: the contact's details are deleted, and the owner is notified (GAP-66). */
export const declineContactRequest = operation({
  name: 'declineContactRequest',
  kind: 'write',
  input,
  access: { action: 'contact.answer', subject: byRequest },
  limit: perContact('contact-answer:account'),
  run: (work) => takeAway(work, { template: 'contactDeclined', event: 'contact.declined' }),
});

/** How long after the answer the page still links to the plan, in milliseconds, so that a reload still works. */
const justAnswered = 30 * 60_000;

/**
 * Returns the page content for a contact who has accepted and opens the request again. The link to the plan is in a mail; shortly
 * after accepting it is also here.
 */
export const readAnsweredRequest = operation({
  name: 'readAnsweredRequest',
  kind: 'read',
  input,
  access: { action: 'contact.askLink', subject: byRequest },
  async run({ subject, tx, services, now }) {
    const { accepted_at, view_link, id: contactId, user_id } = subject.contact;
    const acceptedAt = accepted_at ?? now;
    const isFresh = now.getTime() - acceptedAt.getTime() < justAnswered && subject.standing === 'sharing';
    return {
      sharer: await sharerOf(tx, services, user_id),
      acceptedAt,
      view: isFresh && view_link !== null ? { contactId, link: view_link } : null,
    };
  },
});

/** Loads the person whose page a contact's link opens, before it is opened: only the person who shares (GAP-67). */
export const readSharedCover = operation({
  name: 'readSharedCover',
  kind: 'read',
  input,
  access: { action: 'contact.read', subject: byView },
  run: async ({ subject, tx, services }) => ({ sharer: await sharerOf(tx, services, subject.ownerId) }),
});

/**
 * Opens the shared page of a contact. If they can read the plan, the opening is recorded: the owner sees it in the recent
 * activities, in the list of openings and on the contact, and gets a mail, at most one in fifteen minutes.
 */
export const openSharedPlan = operation({
  name: 'openSharedPlan',
  kind: 'write',
  input,
  access: { action: 'contact.read', subject: byView },
  limit: perContact('contact-open:account'),
  async run({ subject, tx, now, emit, auditDetails }) {
    const { contact, ownerId: userId } = subject;
    const planVersion = readableBy(contact, now).plan ? contact.plan_version : null;
    auditDetails({ contact_id: contact.id, plan: planVersion !== null });
    if (planVersion === null) return { openedAt: now, plan: 'none' as const };
    const isMailDue = await sharing.noteOpening(tx, contact.id, { planVersion, now });
    const activity = { template: 'PLAN_OPENED', userId, actorId: null, at: now } as const;
    await recordActivity(tx, activity, { contact: contact.name });
    const opened = { user_id: userId, contact_id: contact.id, at: now.toISOString() };
    emit('contact.opened', { ...opened, ...(!isMailDue && { no_mail: true }) });
    const before = contact.opened_plan_version;
    const isChanged = before !== null && before < planVersion;
    return { openedAt: now, plan: isChanged ? ('changed' as const) : ('same' as const) };
  },
});

/** Loads the content of a contact's page: the current plan (no earlier version), and the files that are shared now. */
export const readSharedPlan = operation({
  name: 'readSharedPlan',
  kind: 'read',
  input,
  access: { action: 'contact.read', subject: byView },
  async run({ subject, tx, services, now }) {
    const { contact, ownerId } = subject;
    const readable = readableBy(contact, now);
    return {
      sharer: await sharerOf(tx, services, ownerId),
      decisionMaker: contact.substitutedDecisionMaker,
      acceptedAt: contact.accepted_at ?? contact.askedAt,
      phones: readable.phones ? await findNumbersToCall(tx, ownerId) : null,
      /** Whether a signed plan exists but is not shared. */
      withheld: contact.owner.planSigned ? !contact.plan_shared : false,
      hospitalNews: contact.hospital_news,
      isExternal: contact.plan_external,
      plan: readable.plan ? await findSharedPlan(tx, services, ownerId) : null,
      files: await sharing.findReadableFiles(tx, contact, now),
    };
  },
});

const fileInput = z.strictObject({ contact_id: id, link: id, file_id: id });

/** Loads a file that is shared with a contact now. @throws AppError `not-found` for any other file */
async function findSharedFile(
  { tx, services, now }: { tx: Tx; services: Services; now: Date },
  contact: sharing.KnownContact,
  fileId: string,
): Promise<ReadableFile> {
  const shared = await sharing.findReadableFiles(tx, contact, now);
  const file = shared.some((each) => each.id === fileId) ? await findStoredFile(tx, fileId) : null;
  if (!file) throw new AppError('not-found');
  return readableFile(tx, services, file);
}

/** Returns a file to a contact, if it is shared with them now. */
export const readSharedFile = operation({
  name: 'readSharedFile',
  kind: 'read',
  input: fileInput,
  access: { action: 'contact.read', subject: byView },
  run: (work) => findSharedFile(work, work.subject.contact, work.input.file_id),
});

/** Does the same, and records it in the audit trail. */
export const openSharedFile = operation({
  name: 'openSharedFile',
  kind: 'write',
  input: fileInput,
  access: { action: 'contact.read', subject: byView },
  limit: perContact('contact-file:account'),
  async run(work) {
    const file = await findSharedFile(work, work.subject.contact, work.input.file_id);
    work.auditDetails({ contact_id: work.subject.contactId, file_id: file.id });
    return file;
  },
});

/** Sets whether the contact gets a mail when staff hand the plan over to an ambulance (N-14): off until the contact asks. */
export const setHospitalNews = operation({
  name: 'setHospitalNews',
  kind: 'write',
  input: z.strictObject({ ...input.shape, wanted: z.boolean() }),
  access: { action: 'contact.read', subject: byView },
  limit: perContact('contact-open:account'),
  async run({ input: { wanted }, subject, tx, auditDetails }) {
    await sharing.setHospitalNews(tx, subject.contactId, wanted);
    auditDetails({ contact_id: subject.contactId, hospital_news: wanted });
    return { wanted };
  },
});

/** Ends sharing by the contact: their details are deleted, and the owner is notified. */
export const stepBack = operation({
  name: 'stepBack',
  kind: 'write',
  input,
  access: { action: 'contact.leave', subject: byView },
  run: (work) => takeAway(work, { template: 'contactLeft', event: 'contact.left' }),
});

/**
 * Mails the link to a contact who has accepted, to the address that the owner gave; a new link if it has expired or will soon.
 * Every link that they were ever sent can request this, so it must not invalidate a working link: otherwise an old mail in the
 * wrong hands could.
 */
export const askSharedLink = operation({
  name: 'askSharedLink',
  kind: 'write',
  input: z.strictObject({ contact_id: id }),
  access: {
    action: 'contact.askLink',
    subject: (given, loading) => sharing.findContactNow(given.contact_id, loading),
  },
  limit: async ({ subject }) => [{ counted: ['contact-link:account', subject.contactId], counts: 'always' }],
  async run({ subject, tx, now, emit, auditDetails }) {
    const { contactId: contact_id, ownerId: user_id } = subject;
    const renewed = isLinkNearEnd(subject.contact.linkUntil, now);
    if (renewed) await sharing.renewLink(tx, contact_id, now);
    emit('contact.link-wanted', { user_id, contact_id, ...(renewed && { renewed }) });
    auditDetails({ contact_id, renewed });
    return { sent: true };
  },
});
