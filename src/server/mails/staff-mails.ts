import { longDate, melbourneDate } from '../../domain/fields.ts';
import type { Config } from '../config.ts';
import { momentParams } from './accounts/account-mails.ts';
import type { MailTemplate } from './mail.ts';

/** The facts of an invitation: inviter and provider. `link` works until `until`, once. */
export type StaffInvitationMail = { provider: string; inviter: string; link: string; until: Date };

/** Builds the invitation of a provider's staff. */
export function inviteStaffMail({ provider, inviter, link, until }: StaffInvitationMail): MailTemplate {
  return {
    subject: 'mail.inviteStaff.subject',
    preheader: 'mail.inviteStaff.preheader',
    heading: 'mail.inviteStaff.heading',
    before: ['mail.inviteStaff.p1'],
    button: { label: 'mail.inviteStaff.button', url: link },
    after: ['mail.inviteStaff.p2'],
    params: (language) => ({
      ...{ provider, inviter, sender: inviter },
      expiryDate: longDate(melbourneDate(until), language),
    }),
    why: 'mail.part.whyInvited',
    bothLanguages: true,
  };
}

/** Builds the invitation of the contact person of a new provider, who completes the provider's details. */
export function inviteProviderMail({ provider, inviter, link, until }: StaffInvitationMail): MailTemplate {
  return {
    subject: 'mail.inviteProvider.subject',
    preheader: 'mail.inviteProvider.preheader',
    heading: 'mail.inviteProvider.heading',
    before: ['mail.inviteProvider.p1'],
    button: { label: 'mail.inviteProvider.button', url: link },
    after: ['mail.inviteProvider.p2'],
    params: (language) => ({
      ...{ provider, sender: inviter },
      expiryDate: longDate(melbourneDate(until), language),
    }),
    why: 'mail.part.whyInvited',
    bothLanguages: true,
  };
}

/** An administrator's change to a staff account. */
export type StaffStatus = 'suspended' | 'reactivated' | 'removed';

const wordsOf = {
  suspended: {
    subject: 'mail.staffSuspended.subject',
    preheader: 'mail.staffSuspended.preheader',
    before: ['mail.staffSuspended.p1'],
  },
  reactivated: {
    subject: 'mail.staffReactivated.subject',
    preheader: 'mail.staffReactivated.preheader',
    before: ['mail.staffReactivated.p1'],
  },
  removed: {
    subject: 'mail.staffRemoved.subject',
    preheader: 'mail.staffRemoved.preheader',
    before: ['mail.staffRemoved.p1', 'mail.staffRemoved.p2'],
  },
} as const satisfies Record<StaffStatus, Pick<MailTemplate, 'subject' | 'preheader' | 'before'>>;

/** Notice to a member of staff of an administrator's change to their account. It cannot be switched off. */
export function staffStatusMail(
  config: Config,
  status: StaffStatus,
  { provider, at }: { provider: string; at: Date },
): MailTemplate {
  return {
    ...wordsOf[status],
    ...(status === 'reactivated' && {
      button: { label: 'mail.staffReactivated.button', url: `${config.publicUrl}/login` } as const,
    }),
    params: (language) => ({ provider, ...momentParams(at, language), helpPhone: config.help.phone }),
    why: 'mail.part.whyAccount',
  };
}
