import { longDate, melbourneDate } from '../../../domain/fields.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Config } from '../../config.ts';
import { translators, type MailTemplate } from '../mail.ts';

/** The facts of an invitation. `provider` is its name, `person` the customer's; null if there is no name. */
export type InvitationMail = { provider: string; person: string | null; link: string; until: Date };

const until = (at: Date, language: Language) => ({ expiryDate: longDate(melbourneDate(at), language) });

/** Builds the invitation of a customer. `link` works until `until`, once. The receiver's language is not known yet. */
export function inviteCustomerMail({ provider, link, until: at }: InvitationMail): MailTemplate {
  return {
    subject: 'mail.inviteCustomer.subject',
    preheader: 'mail.inviteCustomer.preheader',
    heading: 'mail.inviteCustomer.heading',
    before: ['mail.inviteCustomer.p1', 'mail.inviteCustomer.p2'],
    button: { label: 'mail.inviteCustomer.button', url: link },
    after: ['mail.inviteCustomer.p3'],
    params: (language) => ({ provider, sender: provider, ...until(at, language) }),
    why: 'mail.part.whyInvited',
    bothLanguages: true,
  };
}

/** Builds the same invitation again, with a new link. */
export function inviteReminderMail({ provider, link, until: at }: InvitationMail): MailTemplate {
  return {
    subject: 'mail.inviteReminder.subject',
    preheader: 'mail.inviteReminder.preheader',
    heading: 'mail.inviteReminder.heading',
    before: ['mail.inviteReminder.p1'],
    button: { label: 'mail.inviteReminder.button', url: link },
    after: ['mail.inviteReminder.p2'],
    params: (language) => ({ provider, sender: provider, ...until(at, language) }),
    why: 'mail.part.whyInvited',
    bothLanguages: true,
  };
}

/** Notice to a trusted contact that staff entered their address for a customer's account (GAP-79). */
export function designatedMail({ provider, person, link, until: at }: InvitationMail): MailTemplate {
  return {
    subject: 'mail.designated.subject',
    preheader: 'mail.designated.preheader',
    heading: 'mail.designated.heading',
    before: ['mail.designated.p1', 'mail.designated.p2'],
    button: { label: 'mail.designated.button', url: link },
    after: ['mail.designated.p3'],
    params: (language) => ({
      provider,
      sender: provider,
      person: person ?? translators[language]('onBehalf.thePerson'),
      ...until(at, language),
    }),
    why: 'mail.part.whyInvited',
    bothLanguages: true,
  };
}

/** Builds the notice that an invitation was withdrawn. `isKept`: the account exists without this address. */
export function inviteCancelledMail({
  provider,
  isKept,
}: {
  provider: string;
  isKept: boolean;
}): MailTemplate {
  return {
    subject: isKept ? 'mail.inviteCancelled.subjectKept' : 'mail.inviteCancelled.subject',
    preheader: 'mail.inviteCancelled.preheader',
    heading: 'mail.inviteCancelled.heading',
    before: [isKept ? 'mail.inviteCancelled.kept' : 'mail.inviteCancelled.p1'],
    params: () => ({ provider }),
    bothLanguages: true,
  };
}

/** Builds the notice that staff suspended, archived or reactivated a customer's account. `provider` made the change. */
export function accountStatusMail(
  config: Config,
  status: 'suspended' | 'reactivated' | 'archived',
  { provider, at }: { provider: string; at: Date },
): MailTemplate {
  return {
    subject: `mail.${status}.subject`,
    preheader: `mail.${status}.preheader`,
    before: status === 'archived' ? ['mail.archived.p1', 'mail.archived.p2'] : [`mail.${status}.p1`],
    ...(status === 'reactivated' && {
      button: { label: 'mail.reactivated.button', url: `${config.publicUrl}/login` } as const,
    }),
    params: (language) => ({
      provider,
      organisation: provider,
      date: longDate(melbourneDate(at), language),
      helpPhone: config.help.phone,
    }),
    why: 'mail.part.whyAccount',
  };
}
