import type { Config } from '../../config.ts';
import type { MailTemplate } from '../mail.ts';
import { mailOf } from '../mail-texts.ts';

/** The provider at whose organisation a member of staff signs in, and the address where they begin. */
export type OrganisationMail = { provider: string; link: string };

/** Builds the mail with the link that joins a member of staff to the account at their organisation (D-50). */
export const joinOrganisationMail = ({ provider, link }: OrganisationMail): MailTemplate =>
  mailOf('joinOrganisation', { url: link, params: () => ({ provider }) });

/** Builds the mail with the address where a member of staff signs in at their organisation. */
export const organisationAddressMail = ({ provider, link }: OrganisationMail): MailTemplate =>
  mailOf('organisationAddress', { url: link, params: () => ({ provider }) });

/** Returns the mails to staff who sign in at their organisation. */
export function organisationSamples(config: Config): MailTemplate[] {
  const provider = 'Banksia House';
  return [
    joinOrganisationMail({ provider, link: `${config.publicUrl}/join-organisation#token=example` }),
    organisationAddressMail({ provider, link: `${config.publicUrl}/api/auth/organisation/example` }),
  ];
}
