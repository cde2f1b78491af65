import type { IsoDate } from './fields.ts';
import type { Language } from './i18n/texts.ts';

/** An event whose jobs wait until an instant in ISO 8601; without it they start immediately. */
type Postponed = { not_before?: string };

/** Reason for mailing an invitation: a new one, a reminder, or an address that staff set as that of a trusted contact. */
export type InvitationKind = 'invited' | 'reminder' | 'designated';

/** Provider of a customer whom its staff removed, null for none. */
type Remover = { provider_id: string | null };
/**
 * `staff_id` is the staff member who did it. If they did it in the person's account, the pipeline adds it, with `inside` (D-59).
 */
type OfPerson = { user_id: string; staff_id?: string; inside?: true };
type OfContact = OfPerson & { contact_id: string };

/** A change on the integrations page that other managers of the provider are notified of. */
export type ClinicalChange =
  | 'systemAdded'
  | 'systemRemoved'
  | 'keyAdded'
  | 'keyRemoved'
  | 'webhookSet'
  | 'secretReplaced'
  | 'webhookRemoved'
  | 'webhookStopped';

/**
 * Events that an operation can record for the work after its commit, with their facts: ids, numbers and times, never a name, an
 * address or an answer. Stored events outlive a release, so a fact is added as an optional one.
 */
export type Events = {
  'account.signed-up': OfPerson;
  'account.verification-wanted': OfPerson & { with_file?: boolean };
  'account.verified': OfPerson;
  'account.reset-wanted': OfPerson;
  /** A member of staff who signs in at their organisation needs the address of the sign-in, or the link that joins them first. */
  'account.organisation-link-wanted': OfPerson;
  'account.password-changed': OfPerson;
  'account.second-step-on': OfPerson;
  'account.second-step-off': OfPerson;
  'account.phone-changed': OfPerson & { factor_id: string };
  'account.app-changed': OfPerson & { factor_id: string };
  'account.factor-removed': OfPerson;
  'account.second-step-reset': OfPerson;
  'account.recovery-used': OfPerson;
  'account.recovery-new': OfPerson;
  'account.email-change-wanted': OfPerson & { token_id: string };
  /** `receiver` is the previous address, sealed, in base64. */
  'account.email-changed': OfPerson & { receiver: string };
  'account.export-wanted': OfPerson & { export_id: string };
  'account.export-ready': OfPerson & { export_id: string };
  'account.deletion-requested': OfPerson;
  'account.deletion-soon': OfPerson;
  'account.deletion-withdrawn': OfPerson;
  /** The account is deleted: `receiver` is the address of the last mail, sealed, in base64. */
  'account.deleted': OfPerson & { receiver: string; removed_by?: Remover };
  /** `device` is a key of `accounts/device.ts`, `at` an instant in ISO 8601. */
  'account.new-device': OfPerson & { device: string; at: string };
  'account.wrong-tries': OfPerson;
  /** `together`: the staff member is beside the person (N-08). */
  'customer.entered': OfPerson & { staff_id: string; visit_id: string; together?: true };
  /** Staff read the plan. Once a day for each staff member. */
  'customer.plan-read': OfPerson & { staff_id: string };
  /** The record was archived because another one of the person is kept, or that was undone (N-13). */
  'customer.duplicate': OfPerson;
  'customer.left': OfPerson & { visit_id: string };
  /** Staff of a provider handed the plan over, and a stay in hospital begins. */
  'customer.handed-over': OfPerson & { staff_id: string; handing_id: string };
  /** An invitation to mail. It is ignored if the account has a newer one. */
  'customer.invited': OfPerson & { invitation_id: string; kind: InvitationKind };
  /** `receiver` is the address of the mail, sealed, in base64. The record is deleted unless `kept`. */
  'customer.invitation-cancelled': OfPerson & { receiver: string; provider_id: string | null; kept?: true };
  /** A customer from an imported list, to be invited. */
  'customer.imported': OfPerson & { invitation_id: string };
  'customer-import.started': { import_id: string };
  /** `user_id` is the staff member who imported; empty if they were deleted. */
  'customer-import.finished': { user_id: string; import_id: string };
  /** The invitations of an import are sent at `not_before`, in ISO 8601. */
  'customer-import.invitations-due': { import_id: string } & Postponed;
  'customer-import.taken-back': { import_id: string };
  /** A staff member to invite by mail, by `inviter_id`. It is ignored if the account has another invitation. */
  'staff.invited': OfPerson & { invitation_id: string; inviter_id: string; kind: 'staff' | 'contact-person' };
  /** A staff member accepted the invitation. */
  'staff.joined': OfPerson;
  /** An administrator ended all sessions of a staff member. */
  'staff.signed-out': OfPerson;
  /** An administrator suspended a staff member who had accepted the invitation. */
  'staff.suspended': OfPerson;
  'staff.reactivated': OfPerson;
  /** `receiver` is the address of the mail, sealed, in base64: the account has no address any more. */
  'staff.removed': OfPerson & { receiver: string; provider_id: string | null };
  'customer.suspended': OfPerson;
  'customer.reactivated': OfPerson;
  'customer.archived': OfPerson;
  /** An archived customer was restored, with the status from before. */
  'customer.unarchived': OfPerson;
  /** Staff removed a customer, who is deleted after thirty days. */
  'customer.removed': OfPerson & { staff_id: string };
  /** Staff or the person undid the removal. */
  'customer.taken-back': OfPerson & { actor_id: string };
  /** Staff moved a customer to another house. It is ignored if the move was undone before `not_before`, in ISO 8601. */
  'customer.moved': OfPerson & {
    staff_id: string;
    move_id: string;
    from_id: string | null;
    to_id: string;
  } & Postponed;
  /** A customer has another house, also by the undoing of a move. `from`: ids of the earlier house and of the providers above it. */
  'customer.rehoused': OfPerson & { from: readonly string[] };
  /** Staff recorded a conversation. It is ignored if it was taken back before `not_before`, in ISO 8601. */
  'customer.conversation': OfPerson & { staff_id: string; conversation_id: string } & Postponed;
  /** Staff set another address: `receiver` is the previous one, sealed, in base64. */
  'customer.email-moved': OfPerson & { receiver: string };
  /** Staff said that a directive is about another person; it is hidden. */
  'file.set-aside': OfPerson & { file_id: string; staff_id: string };
  /** A paper set aside is used again: the person said that it is theirs, or staff took their word back. */
  'file.used-again': OfPerson & { file_id: string; staff_id?: string };
  'plan.locked': OfPerson & { staff_id: string };
  'plan.unlocked': OfPerson & { staff_id: string };
  /** Without `staff_id` the first paper of a residential-care system did it (D-51). */
  'plan.external': OfPerson;
  /** The plan is no longer external. Without `staff_id` the last paper of a residential-care system was taken away. */
  'plan.not-external': OfPerson;
  /** `version_at`: when the person signed or last changed the version that is in force again, in ISO 8601. */
  'plan.rolled-back': OfPerson & { staff_id: string; plan_version: number; version_at: string };
  /** It is a year since the person signed, changed or confirmed the plan. */
  'plan.review-due': OfPerson;
  'card.renewed': OfPerson;
  'health-link.made': OfPerson & { link_id: string };
  /** `at` is an instant in ISO 8601. `no_mail`: a mail about this link was sent a short time before. */
  'health-link.opened': OfPerson & { link_id: string; opening_id: string; at: string; no_mail?: boolean };
  /** Ten wrong passcodes closed a link. */
  'health-link.closed': OfPerson & { link_id: string };
  /** Staff in the account suggested a contact, which waits for the person's answer. */
  'contact.suggested': OfPerson & { suggestion_id: string };
  'contact.requested': OfContact;
  'contact.reminder-due': OfContact;
  'contact.expired': OfContact;
  'contact.accepted': OfContact;
  /** The contact is deleted: `contact` is their identity, sealed, in base64. */
  'contact.declined': OfContact & { contact: string };
  'contact.left': OfContact & { contact: string };
  /** `renewed`: the previous link no longer works. */
  'contact.link-wanted': OfContact & { renewed?: true };
  'contact.named': OfContact;
  /** `at` is an instant in ISO 8601. `no_mail`: a mail about this contact was sent a short time before. */
  'contact.opened': OfContact & { at: string; no_mail?: boolean };
  /** The contact is deleted: `receiver` is the address of the mail, sealed, in base64. */
  'contact.ended': OfContact & { receiver: string; removed_by?: Remover };
  'acp.completed': OfPerson & { plan_version: number };
  /** The owner requests a link to the plan by mail. */
  'acp.link-wanted': OfPerson;
  'acp.updated': OfPerson & { plan_version: number };
  /** `paper`: a directive, or an end-of-life document. */
  'file.added': OfPerson & { file_id: string; paper?: true };
  'file.deleted': OfPerson & { file_id: string; paper?: true };
  /** The virus scanner gave no verdict on an upload in time. */
  'file.check-due': OfPerson & { file_id: string };
  /** Bytes of files wait to be removed from the object store. */
  'files.unowned': Record<string, never>;
  /** Subscription that must end at the payment company: another one or a plan that is paid once replaced it. */
  'payment-plan.replaced': OfPerson & { stripe_subscription_id: string };
  'help.written': { message_id: string };
  /** Text that an administrator tests: it belongs to the product, not to a person. */
  'mail.test-wanted': OfPerson & { template: string; language: Language; subject: string; body: string };
  /** Days from `from` (included) to `to` (excluded). */
  'digest.due': OfPerson & { frequency: 'monthly' | 'annually'; from: IsoDate; to: IsoDate };
  /** `at` is an instant in ISO 8601. `no_mail`: mails about this card were sent a short time before. */
  'emergency.opened': OfPerson & {
    at: string;
    version?: number;
    source?: 'card' | 'pdf';
    no_mail?: boolean;
  };
  /** Verified events of the payment company wait (`payment_events`). */
  'payment.notified': { event_ids: readonly string[] };
  /** Money was received, or a promotion left nothing to pay: `transaction_id` is the paid row. */
  'payment.received': OfPerson & { transaction_id: string };
  /** A renewal failed. `amount` in Australian cents, `at` and `next_try_at` in ISO 8601; null if there is no further try. */
  'payment.failed': OfPerson & { amount: number; at: string; next_try_at: string | null };
  /** Money was refunded. `amount` of this refund only, in Australian cents. */
  'payment.refunded': OfPerson & { transaction_id: string; amount: number };
  /** `at` in ISO 8601. */
  'payment-plan.ended': OfPerson & { at: string };
  /** A renewal is due soon, `on` a date in Melbourne. */
  'payment-plan.renewal-soon': OfPerson & { on: IsoDate };
  /** The saved card expires before the next payment, which is `on` a date in Melbourne. */
  'payment.card-expiring': OfPerson & { on: IsoDate };
  /** A renewal is unpaid, and the payment company makes no further try. */
  'payment-plan.tries-over': OfPerson;
  /** The account of a customer of the payment company was deleted. */
  'payment.customer-leaving': { customer_id: string };
  /** A subscription plan was expired by hand. */
  'subscription.expired': { subscription_id: string };
  /**
   * A provider has another place in the tree, with the providers below it. `from`: ids of the providers above it before. `after`: the last
   * person whom an earlier event handled.
   */
  'provider.moved': { provider_id: string; from: readonly string[]; after?: string };
  /** An invoice of a provider was made. */
  'provider-invoice.issued': { provider_id: string; transaction_id: string };
  /** An invoice of a provider was not paid by its due date. */
  'provider-invoice.overdue': { provider_id: string; transaction_id: string };
  /** The bank of the card refused a charge for an invoice of a provider. `charge_id` is the id of the payment company. */
  'provider-invoice.charge-refused': { provider_id: string; transaction_id: string; charge_id: string };
  /** The trial of a provider ends in `days` days, on `on`, a date in Melbourne; with 0 days it has ended. */
  'provider-trial.notice': { provider_id: string; on: IsoDate; days: number };
  /** A sync of plans is to be worked on. `beat` is `beat_at` of the sync, in ISO 8601: only a job with this value may start. */
  'care-sync.due': { sync_id: string; beat: string };
  /** A sync of plans ended by itself. `user_id` is the staff member who began it; empty if none did. */
  'care-sync.finished': { user_id: string; sync_id: string };
  /** The plan of a linked resident is to be sent again after `failures` failures, at `not_before`, in ISO 8601. */
  'care-plan.due': { link_id: string; failures: number } & Postponed;
  /** The account of a linked resident was deleted: the document in the system is to be marked as withdrawn. */
  'care-plan.left': {
    integration_id: string;
    resident_id: string;
    document_id: string;
    failures: number;
  } & Postponed;
  /** Papers of linked residents are to be fetched, of links after `after`. */
  'care-papers.due': { integration_id: string; after?: string };
  /** A change is to be announced to a clinical system, at `not_before`, in ISO 8601. */
  'clinical-notice.due': { notice_id: string } & Postponed;
  /** A clinical system, a key or an address for notices changed. Without `staff_id` the product did it. */
  'clinical.changed': { provider_id: string; staff_id?: string; change: ClinicalChange };
  /** A file was opened from the emergency page. */
  'emergency.file-opened': OfPerson & { file_id: string; at: string };
};

export type EventName = keyof Events;

/** An event with its facts. */
export type Event = { [Name in EventName]: { type: Name; payload: Events[Name] } }[EventName];
