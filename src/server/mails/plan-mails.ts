import type { Config } from '../config.ts';
import { momentParams } from './accounts/account-mails.ts';
import type { MailTemplate } from './mail.ts';

/** The plan's person: `person` is null if the account holder is the person (D-02). */
export type PlanOf = { person: string | null };

/** Builds the notice that the plan was signed. */
export function planCompletedMail(config: Config, { person }: PlanOf): MailTemplate {
  return {
    subject: person === null ? 'mail.planCompleted.subject' : 'mail.planCompleted.subjectBehalf',
    preheader: 'mail.planCompleted.preheader',
    heading: person === null ? 'mail.planCompleted.heading' : 'mail.planCompleted.headingBehalf',
    before: ['mail.planCompleted.p1', 'mail.planCompleted.p2'],
    button: { label: 'mail.planCompleted.button', url: `${config.publicUrl}/my-acp` },
    params: () => ({ person: person ?? '' }),
    why: 'mail.part.whyAccount',
  };
}

/**
 * Builds the mail with the link that the owner requested, to open on another device: it opens the plan's page, which requires a
 * sign-in.
 */
export function planLinkMail(config: Config, { person }: PlanOf): MailTemplate {
  return {
    subject: person === null ? 'mail.planLink.subject' : 'mail.planLink.subjectBehalf',
    preheader: 'mail.planLink.preheader',
    heading: person === null ? 'mail.planLink.heading' : 'mail.planLink.headingBehalf',
    before: ['mail.planLink.p1', 'mail.planLink.p2'],
    button: { label: 'mail.planLink.button', url: `${config.publicUrl}/my-acp` },
    params: () => ({ person: person ?? '' }),
    why: 'mail.part.whyAccount',
  };
}

/** Builds the notice to the owner that the emergency page was opened with the card and its PIN (D-08). */
export function emergencyOpenedMail(config: Config, { person }: PlanOf, at: Date): MailTemplate {
  if (person !== null) {
    const button = {
      label: 'mail.emergencyOpenedContact.button',
      url: `${config.publicUrl}/my-acp`,
    } as const;
    return { ...openedFor(person, at), button, why: 'mail.part.whyAccount' };
  }
  return {
    subject: 'mail.emergencyOpened.subject',
    preheader: 'mail.emergencyOpened.preheader',
    heading: 'mail.emergencyOpened.heading',
    before: ['mail.emergencyOpened.p1', 'mail.emergencyOpened.p2'],
    button: { label: 'mail.emergencyOpened.button', url: `${config.publicUrl}/settings/privacy` },
    params: (language) => momentParams(at, language),
    why: 'mail.part.whyAccount',
  };
}

/**
 * Builds the same notice to a substitute decision maker who accepted, with the link to the plan if it is shared with them. It is
 * in both languages, because theirs is unknown.
 */
export function emergencyOpenedContactMail(person: string, at: Date, link: string | null): MailTemplate {
  return {
    ...openedFor(person, at),
    ...(link !== null && { button: { label: 'mail.emergencyOpenedContact.button', url: link } }),
    why: 'mail.part.whyInvited',
    bothLanguages: true,
  };
}

function openedFor(person: string, at: Date): MailTemplate {
  return {
    subject: 'mail.emergencyOpenedContact.subject',
    preheader: 'mail.emergencyOpenedContact.preheader',
    heading: 'mail.emergencyOpenedContact.heading',
    before: ['mail.emergencyOpenedContact.p1'],
    params: (language) => ({ ...momentParams(at, language), person, sender: person }),
  };
}
