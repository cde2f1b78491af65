import type { EventName, Events } from '../../domain/events.ts';
import { findFacts, findLastDigits } from '../features/second-step/api.ts';
import * as contacts from './handlers/contacts.ts';
import { announceSuggested, sendSuggested } from './handlers/contact-suggestions.ts';
import * as customers from './handlers/customers.ts';
import * as imports from './handlers/customer-import.ts';
import { sendNewDevice, sendNotice, sendReset, sendVerification, sendWelcome } from './handlers/account.ts';
import { announceReset, sendChangeLink, sendEmailChanged } from './handlers/operator.ts';
import { sendDigest } from './handlers/digest.ts';
import { checkFile, removeFileBytes } from './handlers/files.ts';
import { sendHelpCopy, sendTest, sendToDesk } from './handlers/help.ts';
import { announceEntry, sendLeft } from './handlers/impersonation.ts';
import { announcePlanChange, sendLocked, sendRolledBack, sendUnlocked } from './handlers/plan-control.ts';
import * as moves from './handlers/moves.ts';
import * as removal from './handlers/removal.ts';
import * as payments from './handlers/payment.ts';
import { endCustomer, endReplaced, settleEvents, updateAddress } from './handlers/payment-company.ts';
import type { Handler } from './handlers/person-mail.ts';
import {
  announceFileOpened,
  announceOpened,
  announceToStaff,
  sendCompleted,
  sendOpened,
  sendOpenedToContacts,
  sendPlanLink,
} from './handlers/plan.ts';
import {
  makeArchive,
  sendDeleted,
  sendDeletion,
  sendDeletionKept,
  sendExportReady,
} from './handlers/privacy.ts';
import { announceJoined, sendStaffInvitation, sendStaffRemoved, sendStaffStatus } from './handlers/staff.ts';
import type { EventHandler, Together } from './jobs-of-events.ts';
import type { QueueName } from './queue.ts';

/** One task of an event, and its queue. */
export type Task<Payload> = { queue: QueueName; run: Handler<Payload>; together?: Together };

const mail = <Payload>(run: Handler<Payload>): Task<Payload> => ({ queue: 'mails', run });
const notice = <Payload>(run: Handler<Payload>): Task<Payload> => ({ queue: 'notices', run });
const payment = <Payload>(run: Handler<Payload>): Task<Payload> => ({ queue: 'payments', run });
const archive = <Payload>(run: Handler<Payload>): Task<Payload> => ({ queue: 'exports', run });

/**
 * The tasks of each event. Each task is a separate job: a failing one neither blocks nor repeats the others. Jobs are stored
 * under the names of their event and task, so renaming one loses queued jobs.
 */
export const handlers = {
  'account.signed-up': { staff: notice(announceToStaff('ACP_SIGNUP')) },
  'account.verification-wanted': { mail: mail(sendVerification) },
  'account.verified': { mail: mail(sendWelcome) },
  'account.reset-wanted': { mail: mail(sendReset) },
  'account.password-changed': { mail: mail(sendNotice('passwordChanged')) },
  'account.second-step-on': { mail: mail(sendNotice('mfaOn')) },
  'account.second-step-off': { mail: mail(sendNotice('mfaOff')) },
  'account.second-step-reset': {
    mail: mail(sendNotice('mfaReset')),
    people: notice(announceReset('SECOND_STEP_RESET')),
  },
  'account.email-change-wanted': { mail: mail(sendChangeLink) },
  'account.email-changed': {
    mail: mail(sendEmailChanged),
    people: notice(announceReset('EMAIL_CHANGED')),
    payments: payment(updateAddress),
  },
  'account.phone-changed': {
    mail: mail(
      sendNotice<'account.phone-changed'>('phoneChanged', async ({ services }, { user_id, factor_id }) => ({
        last3: await findLastDigits(services.db, services, user_id, factor_id),
      })),
    ),
  },
  'account.app-changed': { mail: mail(sendNotice('appChanged')) },
  'account.factor-removed': { mail: mail(sendNotice('factorRemoved')) },
  'account.recovery-used': {
    mail: mail(
      sendNotice<'account.recovery-used'>('recoveryUsed', async ({ services }, { user_id }) => ({
        count: (await findFacts(services.db, user_id)).recovery,
      })),
    ),
  },
  'account.recovery-new': { mail: mail(sendNotice('recoveryNew')) },
  'account.export-wanted': { archive: archive(makeArchive) },
  'account.export-ready': { mail: mail(sendExportReady) },
  'account.deletion-requested': { mail: mail(sendDeletion('deleteRequested')) },
  'account.deletion-soon': { mail: mail(sendDeletion('deleteSoon')) },
  'account.deletion-withdrawn': { mail: mail(sendDeletionKept) },
  'account.deleted': { mail: mail(sendDeleted), bytes: notice(removeFileBytes) },
  'account.new-device': { mail: mail(sendNewDevice) },
  'account.wrong-tries': { mail: mail(sendNotice('tooManyTries')) },
  'customer.entered': { owner: notice(announceEntry) },
  'customer.plan-read': { owner: notice(announcePlanChange('PLAN_OPENED')) },
  'plan.locked': { mail: mail(sendLocked), owner: notice(announcePlanChange('PLAN_LOCKED')) },
  'plan.unlocked': { mail: mail(sendUnlocked), owner: notice(announcePlanChange('PLAN_UNLOCKED')) },
  'plan.external': { owner: notice(announcePlanChange('PLAN_EXTERNAL')) },
  'plan.not-external': { owner: notice(announcePlanChange('PLAN_NOT_EXTERNAL')) },
  'plan.rolled-back': {
    mail: mail(sendRolledBack),
    owner: notice(announcePlanChange('PLAN_ROLLED_BACK')),
    contacts: mail(contacts.sendVersion),
  },
  'customer.left': { mail: mail(sendLeft) },
  'customer.invited': { mail: mail(customers.sendInvitation) },
  'customer.imported': { mail: { queue: 'invitations', run: imports.inviteImported } },
  'customer-import.started': { work: { queue: 'imports', run: imports.workOnImport } },
  'customer-import.finished': {
    mail: mail(imports.sendImportResult),
    importer: notice(imports.announceImportResult),
  },
  'customer-import.invitations-due': { release: notice(imports.sendImportInvitations) },
  'customer-import.taken-back': { work: { queue: 'imports', run: imports.removeTakenBack } },
  'customer.invitation-cancelled': { mail: mail(customers.sendInvitationCancelled) },
  'staff.invited': { mail: mail(sendStaffInvitation) },
  'staff.joined': { staff: notice(announceJoined) },
  'staff.signed-out': { mail: mail(sendNotice('signedOut')) },
  'staff.suspended': { mail: mail(sendStaffStatus('suspended')) },
  'staff.reactivated': { mail: mail(sendStaffStatus('reactivated')) },
  'staff.removed': { mail: mail(sendStaffRemoved) },
  'customer.suspended': { mail: mail(customers.sendAccountStatus('suspended')) },
  'customer.reactivated': { mail: mail(customers.sendAccountStatus('reactivated')) },
  'customer.archived': { mail: mail(customers.sendAccountStatus('archived')) },
  'customer.removed': {
    mail: mail(removal.sendRemoved),
    contacts: mail(removal.sendRemovedToContacts),
    managers: mail(removal.sendRemovedToManagers),
    people: notice(removal.announceRemoved),
  },
  'customer.taken-back': {
    mail: mail(removal.sendTakenBack),
    contacts: mail(removal.sendTakenBackToContacts),
    people: notice(removal.announceTakenBack),
  },
  'customer.moved': { mail: mail(moves.sendMoved), people: notice(moves.announceMoved) },
  'customer.email-moved': { mail: mail(customers.sendEmailMoved), payments: payment(updateAddress) },
  'contact.suggested': {
    mail: mail(sendSuggested),
    owner: notice(announceSuggested),
  },
  'contact.requested': { contact: mail(contacts.sendRequest) },
  'contact.reminder-due': { contact: mail(contacts.sendReminder) },
  'contact.expired': { mail: mail(contacts.sendExpired) },
  'contact.accepted': {
    contact: mail(contacts.sendContactWelcome),
    mail: mail(contacts.sendAccepted),
    owner: notice(contacts.announceContact('CONTACT_INVITATION_ACCEPTED')),
  },
  'contact.declined': { mail: mail(contacts.sendDeclined) },
  'contact.left': { mail: mail(contacts.sendContactLeft) },
  'contact.link-wanted': { contact: mail(contacts.sendLink) },
  'contact.named': { contact: mail(contacts.sendNamed) },
  'contact.ended': { contact: mail(contacts.sendEnded) },
  'contact.opened': {
    mail: mail(contacts.sendContactOpened),
    owner: notice(contacts.announceContact('PLAN_OPENED')),
  },
  'card.renewed': { mail: mail(sendNotice('cardRenewed')) },
  'acp.completed': {
    mail: mail(sendCompleted),
    staff: notice(announceToStaff('ACP_COMPLETED')),
    contacts: mail(contacts.sendVersion),
  },
  'acp.link-wanted': { mail: mail(sendPlanLink) },
  'acp.updated': { staff: notice(announceToStaff('ACP_UPDATED')), contacts: mail(contacts.sendVersion) },
  'file.added': { staff: notice(announceToStaff('FILE_UPLOADED')) },
  'file.deleted': { staff: notice(announceToStaff('FILE_DELETED')), bytes: notice(removeFileBytes) },
  'file.check-due': { check: { queue: 'checks', run: checkFile } },
  'files.unowned': { bytes: notice(removeFileBytes) },
  // Each event needs up to three calls to the payment company, and a job has two minutes.
  'payment.notified': {
    settle: { ...payment(settleEvents), together: { field: 'event_ids', atMost: 20 } },
  },
  'payment.received': { mail: mail(payments.sendReceipt) },
  'payment.failed': { mail: mail(payments.sendFailed) },
  'payment.refunded': { mail: mail(payments.sendRefund) },
  'payment.card-expiring': { mail: mail(payments.sendCardExpiring) },
  'payment.customer-leaving': { end: payment(endCustomer) },
  'payment-plan.renewal-soon': { mail: mail(payments.sendRenewalSoon) },
  'payment-plan.tries-over': { mail: mail(payments.sendTriesOver) },
  'payment-plan.ended': { mail: mail(payments.sendPlanEnded) },
  'payment-plan.replaced': { end: payment(endReplaced) },
  'help.written': { desk: mail(sendToDesk), copy: mail(sendHelpCopy) },
  'mail.test-wanted': { mail: mail(sendTest) },
  'digest.due': { mail: mail(sendDigest) },
  'emergency.opened': {
    mail: mail(sendOpened),
    contacts: mail(sendOpenedToContacts),
    owner: notice(announceOpened),
  },
  'emergency.file-opened': { owner: notice(announceFileOpened) },
} as const satisfies { [Name in EventName]: Readonly<Record<string, Task<Events[Name]>>> };

/** A task with facts as read from the database; the compiler checked them where the event was emitted. */
type StoredTask = Task<Record<string, unknown>>;

/** Returns the tasks of an event by name; none for an event of another version of the product. */
export function tasksOf(event: string): Readonly<Record<string, StoredTask>> {
  const tasks: Readonly<Record<string, Task<never>>> = handlers[event as EventName];
  return Object.hasOwn(handlers, event) ? (tasks as Record<string, StoredTask>) : {};
}

/** Returns the handlers of an event; none for an event of another version of the product. */
export function handlersOf(event: string): EventHandler[] {
  return Object.entries(tasksOf(event)).map(([handler, { queue, together }]) => ({
    handler,
    queue,
    ...(together && { together }),
  }));
}

/** Returns a task by its name in a job; undefined if this version of the product has none of that name. */
export function findTask(event: string, handler: string): StoredTask | undefined {
  const tasks = tasksOf(event);
  return Object.hasOwn(tasks, handler) ? tasks[handler] : undefined;
}
