import type { HandReceiver } from '../../domain/customers/hospital.ts';
import type { Config } from '../config.ts';
import { momentParams } from './accounts/account-mails.ts';
import { translators, type MailTemplate } from './mail.ts';
import { mailOf } from './mail-texts.ts';

/** The plan's person: `person` is null if the account holder is the person (D-02). */
export type PlanOf = { person: string | null };

const planPage = (config: Config) => `${config.publicUrl}/my-acp`;

/** Builds the notice that the plan was signed. */
export const planCompletedMail = (config: Config, { person }: PlanOf): MailTemplate =>
  mailOf(person === null ? 'planCompleted' : 'planCompletedBehalf', {
    url: planPage(config),
    params: () => ({ person: person ?? '' }),
  });

/**
 * Builds the mail with the link that the owner requested, to open on another device: it opens the plan's page, which requires a
 * sign-in.
 */
export const planLinkMail = (config: Config, { person }: PlanOf): MailTemplate =>
  mailOf(person === null ? 'planLink' : 'planLinkBehalf', {
    url: planPage(config),
    params: () => ({ person: person ?? '' }),
  });

/** Builds the notice to the owner that the emergency page was opened with the card and its PIN (D-08). */
export function emergencyOpenedMail(config: Config, { person }: PlanOf, at: Date): MailTemplate {
  if (person !== null) {
    const { bothLanguages: _, ...mail } = openedFor(person, at, planPage(config));
    return { ...mail, why: 'mail.part.whyAccount' };
  }
  return mailOf('emergencyOpened', {
    url: `${config.publicUrl}/settings/privacy`,
    params: (language) => momentParams(at, language),
  });
}

/**
 * Builds the same notice to a substitute decision maker who accepted, with the link to the plan if it is shared with them. It is
 * in both languages, because theirs is unknown.
 */
export const emergencyOpenedContactMail = (person: string, at: Date, link: string | null): MailTemplate =>
  openedFor(person, at, link);

const openedFor = (person: string, at: Date, url: string | null): MailTemplate =>
  mailOf('emergencyOpenedContact', {
    url,
    params: (language) => ({ ...momentParams(at, language), person, sender: person }),
  });

/** Where and to whom staff handed a plan; `phone` is the number to call. */
export type HandedFacts = { person: string; receiver: HandReceiver; house: string; phone: string };

/**
 * Builds the notice to a contact who asked for it that staff handed the plan over (N-14). It has no health facts, and is in both
 * languages, because theirs is unknown.
 */
export const handedOverContactMail = (facts: HandedFacts, at: Date): MailTemplate =>
  mailOf('handedOverContact', {
    params: (language) => ({
      ...momentParams(at, language),
      ...facts,
      receiver: translators[language](`hospital.to.${facts.receiver}`),
      sender: facts.person,
    }),
  });

/** Returns the mails about a plan. Those that differ for a plan recorded for another person are included in both forms. */
export function planSamples(config: Config, at: Date): MailTemplate[] {
  const person = 'Lin Mei Chen';
  return [
    planCompletedMail(config, { person: null }),
    planCompletedMail(config, { person }),
    planLinkMail(config, { person: null }),
    planLinkMail(config, { person }),
    emergencyOpenedMail(config, { person: null }, at),
    emergencyOpenedContactMail(person, at, `${config.publicUrl}/shared-plan/example`),
    handedOverContactMail(
      { person, receiver: 'ambulance', house: 'Banksia House', phone: config.help.phone },
      at,
    ),
  ];
}
