import { longDate, melbourneDate } from '../../../domain/fields.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Config } from '../../config.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import { type MailTemplate } from '../mail.ts';
import { mailOf } from '../mail-texts.ts';

/** The facts of an invitation. `provider` is its name, `person` the customer's; null if there is no name. */
export type InvitationMail = { provider: string; person: string | null; link: string; until: Date };

const until = (at: Date, language: Language) => ({ expiryDate: longDate(melbourneDate(at), language) });

/** Builds the invitation of a customer. `link` works until `until`, once. The receiver's language is not known yet. */
export const inviteCustomerMail = ({ provider, link, until: at }: InvitationMail): MailTemplate =>
  mailOf('inviteCustomer', {
    url: link,
    params: (language) => ({ provider, sender: provider, ...until(at, language) }),
  });

/** Builds the same invitation again, with a new link. */
export const inviteReminderMail = ({ provider, link, until: at }: InvitationMail): MailTemplate =>
  mailOf('inviteReminder', {
    url: link,
    params: (language) => ({ provider, sender: provider, ...until(at, language) }),
  });

/** Notice to a trusted contact that staff entered their address for a customer's account (GAP-79). */
export const designatedMail = ({ provider, person, link, until: at }: InvitationMail): MailTemplate =>
  mailOf('designated', {
    url: link,
    params: (language) => ({
      provider,
      sender: provider,
      person: person ?? translators[language]('onBehalf.thePerson'),
      ...until(at, language),
    }),
  });

/** Builds the notice that an invitation was withdrawn. `isKept`: the account exists without this address. */
export const inviteCancelledMail = ({
  provider,
  isKept,
}: {
  provider: string;
  isKept: boolean;
}): MailTemplate =>
  mailOf(isKept ? 'inviteCancelledKept' : 'inviteCancelled', { params: () => ({ provider }) });

/** Builds the notice that staff suspended, archived or reactivated a customer's account. `provider` made the change. */
export function accountStatusMail(
  config: Config,
  status: 'suspended' | 'reactivated' | 'archived',
  { provider, at }: { provider: string; at: Date },
): MailTemplate {
  const values: Pick<MailTemplate, 'params'> = {
    params: (language) => ({
      provider,
      organisation: provider,
      date: longDate(melbourneDate(at), language),
      helpPhone: config.help.phone,
    }),
  };
  if (status === 'reactivated') return mailOf(status, { url: `${config.publicUrl}/login`, ...values });
  return mailOf(status, values);
}

/** Returns the mails about staff actions on a customer. */
export function customerSamples(config: Config, at: Date): MailTemplate[] {
  const provider = 'Banksia House';
  const link = `${config.publicUrl}/signup#token=example`;
  const invitation = { provider, person: 'Lin Mei Chen', link, until: at };
  return [
    inviteCustomerMail(invitation),
    inviteReminderMail(invitation),
    designatedMail(invitation),
    inviteCancelledMail({ provider, isKept: false }),
    inviteCancelledMail({ provider, isKept: true }),
    accountStatusMail(config, 'suspended', { provider, at }),
    accountStatusMail(config, 'reactivated', { provider, at }),
    accountStatusMail(config, 'archived', { provider, at }),
  ];
}
