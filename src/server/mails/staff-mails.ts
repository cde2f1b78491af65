import { longDate, melbourneDate } from '../../domain/fields.ts';
import type { Config } from '../config.ts';
import { momentParams } from './accounts/account-mails.ts';
import type { MailTemplate } from './mail.ts';
import { mailOf } from './mail-texts.ts';

/** The facts of an invitation: inviter and provider. `link` works until `until`, once. */
export type StaffInvitationMail = { provider: string; inviter: string; link: string; until: Date };

/** Builds the invitation of a provider's staff. */
export function inviteStaffMail({ provider, inviter, link, until }: StaffInvitationMail): MailTemplate {
  return mailOf('inviteStaff', {
    url: link,
    params: (language) => ({
      ...{ provider, inviter, sender: inviter },
      expiryDate: longDate(melbourneDate(until), language),
    }),
  });
}

/** Builds the invitation of the contact person of a new provider, who completes the provider's details. */
export function inviteProviderMail({ provider, inviter, link, until }: StaffInvitationMail): MailTemplate {
  return mailOf('inviteProvider', {
    url: link,
    params: (language) => ({
      ...{ provider, sender: inviter },
      expiryDate: longDate(melbourneDate(until), language),
    }),
  });
}

/** An administrator's change to a staff account. */
export type StaffStatus = 'suspended' | 'reactivated' | 'removed';

/** Notice to a member of staff of an administrator's change to their account. It cannot be switched off. */
export function staffStatusMail(
  config: Config,
  status: StaffStatus,
  { provider, at }: { provider: string; at: Date },
): MailTemplate {
  const values: Pick<MailTemplate, 'params'> = {
    params: (language) => ({ provider, ...momentParams(at, language), helpPhone: config.help.phone }),
  };
  if (status === 'reactivated')
    return mailOf('staffReactivated', { url: `${config.publicUrl}/login`, ...values });
  return mailOf(status === 'suspended' ? 'staffSuspended' : 'staffRemoved', values);
}

/** Returns the invitations of a provider's staff and of its contact person, and the mails about changes to their accounts. */
export function staffSamples(config: Config, at: Date): MailTemplate[] {
  const link = `${config.publicUrl}/invite#token=example`;
  const provider = 'Banksia House';
  const invitation = { provider, inviter: 'Priya Nair', link, until: at };
  return [
    inviteStaffMail(invitation),
    inviteProviderMail(invitation),
    ...(['suspended', 'reactivated', 'removed'] as const).map((status) =>
      staffStatusMail(config, status, { provider, at }),
    ),
  ];
}
