import type { IsoDate } from './fields.ts';
import type { Language } from './i18n/texts.ts';

type OfPerson = { user_id: string };
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
  'account.deleted': OfPerson & { receiver: string };
  /** `device` is a key of `accounts/device.ts`, `at` an instant in ISO 8601. */
  'account.new-device': OfPerson & { device: string; at: string };
  'account.wrong-tries': OfPerson;
  'customer.entered': OfPerson & { staff_id: string; visit_id: string };
  'customer.left': OfPerson & { visit_id: string };
  'card.renewed': OfPerson;
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
  'contact.ended': OfContact & { receiver: string };
  'acp.completed': OfPerson & { plan_version: number };
  'acp.updated': OfPerson & { plan_version: number };
  'file.added': OfPerson & { file_id: string };
  'file.deleted': OfPerson & { file_id: string };
  /** Bytes of files wait to be removed from the object store. */
  'files.unowned': Record<string, never>;
  /** An invoice was paid; an amount of none too. */
  'payment.received': OfPerson & { transaction_id: string };
  /** A renewal was not paid, for the first time. */
  'payment.failed': OfPerson & { transaction_id: string };
  /** Money was given back, in part or whole. */
  'payment.refunded': OfPerson & { transaction_id: string };
  /** `overdue`: a renewal was not paid in time. Otherwise the person stopped it, or the help desk did. */
  'payment-plan.ended': OfPerson & { overdue?: true };
  /** A subscription at the payment company that must end there: another one or a plan paid once took its place. */
  'payment-plan.replaced': OfPerson & { stripe_subscription_id: string };
  'help.written': { message_id: string };
  /** The words that an administrator tries out: they are of the product, not of a person. */
  'mail.test-wanted': OfPerson & { template: string; language: Language; subject: string; body: string };
  /** The days from `from` to before `to`. */
  'digest.due': OfPerson & { frequency: 'monthly' | 'annually'; from: IsoDate; to: IsoDate };
  /** `at` is an instant in ISO 8601. `no_mail`: mails about this card went out a short time before. */
  'emergency.opened': OfPerson & { at: string; version?: number; no_mail?: boolean };
  /** A file was opened from the emergency page. */
  'emergency.file-opened': OfPerson & { file_id: string; at: string };
};

export type EventName = keyof Events;

/** An event with its facts. */
export type Event = { [Name in EventName]: { type: Name; payload: Events[Name] } }[EventName];
