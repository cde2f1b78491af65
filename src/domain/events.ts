import type { IsoDate } from './fields.ts';
import type { Language } from './i18n/texts.ts';

/** An event whose jobs wait until an instant in ISO 8601; without it they begin at once. */
type Postponed = { not_before?: string };

/** Why an invitation is mailed: a new one, the same again, or to an address that staff named as that of a trusted contact. */
export type InvitationKind = 'invited' | 'reminder' | 'designated';

/** The provider of a customer whom its staff removed, null for none. */
type Remover = { provider_id: string | null };
/**
 * `staff_id` is the staff member who did it. Where they did it in the person's account, the pipeline adds it, with `inside` (D-59).
 */
type OfPerson = { user_id: string; staff_id?: string; inside?: true };
type OfContact = OfPerson & { contact_id: string };

/**
 * Every event that an operation can leave for what happens after its commit, with its facts: ids, numbers and times, never a name, an
 * address or an answer. Stored events outlive a release, so a fact is added as an optional one.
 */
export type Events = {
  'account.signed-up': OfPerson;
  'account.verification-wanted': OfPerson & { with_file?: boolean };
  'account.verified': OfPerson;
  'account.reset-wanted': OfPerson;
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
  /** `receiver` is the address of before, sealed, in base64. */
  'account.email-changed': OfPerson & { receiver: string };
  'account.export-wanted': OfPerson & { export_id: string };
  'account.export-ready': OfPerson & { export_id: string };
  'account.deletion-requested': OfPerson;
  'account.deletion-soon': OfPerson;
  'account.deletion-withdrawn': OfPerson;
  /** The person is gone: `receiver` is whom the last mail goes to, sealed, in base64. */
  'account.deleted': OfPerson & { receiver: string; removed_by?: Remover };
  /** `device` is a key of `accounts/device.ts`, `at` an instant in ISO 8601. */
  'account.new-device': OfPerson & { device: string; at: string };
  'account.wrong-tries': OfPerson;
  'customer.entered': OfPerson & { staff_id: string; visit_id: string };
  /** Staff read the plan. Once a day for each staff member. */
  'customer.plan-read': OfPerson & { staff_id: string };
  'customer.left': OfPerson & { visit_id: string };
  /** An invitation to mail. It counts while it is the one of the account. */
  'customer.invited': OfPerson & { invitation_id: string; kind: InvitationKind };
  /** `receiver` is whom the mail goes to, sealed, in base64. The record is gone unless `kept`. */
  'customer.invitation-cancelled': OfPerson & { receiver: string; provider_id: string | null; kept?: true };
  /** A customer out of an imported list, to be invited. */
  'customer.imported': OfPerson & { invitation_id: string };
  'customer-import.started': { import_id: string };
  /** `user_id` is who imported; empty where they are gone. */
  'customer-import.finished': { user_id: string; import_id: string };
  /** The invitations of an import leave at `not_before`, in ISO 8601. */
  'customer-import.invitations-due': { import_id: string } & Postponed;
  'customer-import.taken-back': { import_id: string };
  /** One of the staff to invite by mail, by `inviter_id`. It counts while it is the invitation of the account. */
  'staff.invited': OfPerson & { invitation_id: string; inviter_id: string; kind: 'staff' | 'contact-person' };
  /** One of the staff accepted the invitation. */
  'staff.joined': OfPerson;
  /** An administrator ended all sessions of one of the staff. */
  'staff.signed-out': OfPerson;
  /** An administrator did it to one of the staff who had accepted the invitation. */
  'staff.suspended': OfPerson;
  'staff.reactivated': OfPerson;
  /** `receiver` is whom the mail goes to, sealed, in base64: the account holds no address any more. */
  'staff.removed': OfPerson & { receiver: string; provider_id: string | null };
  'customer.suspended': OfPerson;
  'customer.reactivated': OfPerson;
  'customer.archived': OfPerson;
  /** Staff removed a customer, who is deleted in thirty days. */
  'customer.removed': OfPerson & { staff_id: string };
  /** Staff or the person took that back. */
  'customer.taken-back': OfPerson & { actor_id: string };
  /** Staff moved a customer to another house. It counts unless the move was undone by `not_before`, in ISO 8601. */
  'customer.moved': OfPerson & {
    staff_id: string;
    move_id: string;
    from_id: string | null;
    to_id: string;
  } & Postponed;
  /** Staff named another address: `receiver` is the one of before, sealed, in base64. */
  'customer.email-moved': OfPerson & { receiver: string };
  'plan.locked': OfPerson & { staff_id: string };
  'plan.unlocked': OfPerson & { staff_id: string };
  'plan.external': OfPerson & { staff_id: string };
  /** The plan consists of papers no more: it is a draft. */
  'plan.not-external': OfPerson & { staff_id: string };
  /** `version_at`: when the person signed or last changed the version that is in force again, in ISO 8601. */
  'plan.rolled-back': OfPerson & { staff_id: string; plan_version: number; version_at: string };
  'card.renewed': OfPerson;
  /** Staff in the account suggested a contact, who waits for the person's answer. */
  'contact.suggested': OfPerson & { suggestion_id: string };
  'contact.requested': OfContact;
  'contact.reminder-due': OfContact;
  'contact.expired': OfContact;
  'contact.accepted': OfContact;
  /** The contact is gone: `contact` is who it was, sealed, in base64. */
  'contact.declined': OfContact & { contact: string };
  'contact.left': OfContact & { contact: string };
  /** `renewed`: the link of before works no more. */
  'contact.link-wanted': OfContact & { renewed?: true };
  'contact.named': OfContact;
  /** `at` is an instant in ISO 8601. `no_mail`: a mail about this contact went out a short time before. */
  'contact.opened': OfContact & { at: string; no_mail?: boolean };
  /** The contact is gone: `receiver` is whom the mail goes to, sealed, in base64. */
  'contact.ended': OfContact & { receiver: string; removed_by?: Remover };
  'acp.completed': OfPerson & { plan_version: number };
  /** The owner wants a link to the plan by mail. */
  'acp.link-wanted': OfPerson;
  'acp.updated': OfPerson & { plan_version: number };
  'file.added': OfPerson & { file_id: string };
  'file.deleted': OfPerson & { file_id: string };
  /** The virus scanner gave no verdict on an upload in time. */
  'file.check-due': OfPerson & { file_id: string };
  /** Bytes of files wait to be removed from the object store. */
  'files.unowned': Record<string, never>;
  /** A subscription at the payment company that must end there: another one or a plan paid once took its place. */
  'payment-plan.replaced': OfPerson & { stripe_subscription_id: string };
  'help.written': { message_id: string };
  /** The words that an administrator tries out: they are of the product, not of a person. */
  'mail.test-wanted': OfPerson & { template: string; language: Language; subject: string; body: string };
  /** The days from `from` to before `to`. */
  'digest.due': OfPerson & { frequency: 'monthly' | 'annually'; from: IsoDate; to: IsoDate };
  /** `at` is an instant in ISO 8601. `no_mail`: mails about this card went out a short time before. */
  'emergency.opened': OfPerson & { at: string; version?: number; no_mail?: boolean };
  /** Verified events of the payment company wait (`payment_events`). */
  'payment.notified': { event_ids: readonly string[] };
  /** Money came, or a promotion left nothing to pay: `transaction_id` is the paid row. */
  'payment.received': OfPerson & { transaction_id: string };
  /** A renewal failed. `amount` in Australian cents, `at` and `next_try_at` in ISO 8601; null when it is not tried again. */
  'payment.failed': OfPerson & { amount: number; at: string; next_try_at: string | null };
  /** Money went back. `amount` of this refund alone, in Australian cents. */
  'payment.refunded': OfPerson & { transaction_id: string; amount: number };
  /** `at` in ISO 8601. */
  'payment-plan.ended': OfPerson & { at: string };
  /** A renewal comes, `on` a date in Melbourne. */
  'payment-plan.renewal-soon': OfPerson & { on: IsoDate };
  /** The saved card ends before the next payment, which is `on` a date in Melbourne. */
  'payment.card-expiring': OfPerson & { on: IsoDate };
  /** A renewal is not paid, and the payment company tries no more. */
  'payment-plan.tries-over': OfPerson;
  /** The account of a customer of the payment company is gone. */
  'payment.customer-leaving': { customer_id: string };
  /** A file was opened from the emergency page. */
  'emergency.file-opened': OfPerson & { file_id: string; at: string };
};

export type EventName = keyof Events;

/** An event with its facts. */
export type Event = { [Name in EventName]: { type: Name; payload: Events[Name] } }[EventName];
