import { longDate, melbourneDate } from '../../domain/fields.ts';
import type { MailTemplate } from './mail.ts';

/** Who invites whom to which provider. `link` works until `until`, once. */
export type StaffInvitationMail = { provider: string; inviter: string; link: string; until: Date };

/** Invites one of the staff of a provider. */
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

/** Invites the contact person of a new provider, who completes what is known of it. */
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
