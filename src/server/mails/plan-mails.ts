import type { HandReceiver } from '../../domain/customers/hospital/hand-receivers.ts';
import type { Config } from '../config.ts';
import { longDate, melbourneDate } from '../../domain/fields.ts';
import type { TextKey } from '../../domain/i18n/texts.ts';
import { renewCardPath } from '../../domain/plan/emergency/renew-card.ts';
import { momentParams } from './accounts/account-mails.ts';
import { translators } from '../../domain/i18n/translators.ts';
import { type MailTemplate } from './mail.ts';
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

/**
 * Builds the mail that reminds the owner to review the plan. `since` is when they last signed it, changed it or confirmed it as still
 * right. The confirmation is a button on the dashboard.
 */
export const planReviewMail = (config: Config, { person }: PlanOf, since: Date): MailTemplate =>
  mailOf(person === null ? 'planReview' : 'planReviewBehalf', {
    url: `${config.publicUrl}/dashboard`,
    params: (language) => ({ person: person ?? '', date: longDate(melbourneDate(since), language) }),
  });

/** The card, or printed plan, whose code was scanned. `planAt` is when the plan on it was signed or last changed. */
export type ScannedCode = { source: 'card' | 'pdf'; isOld: boolean; planAt: Date };

/** When the emergency page was opened, and the scanned code; null if its version is not known. */
export type OpeningFacts = { at: Date; scanned: ScannedCode | null };

const codeLines = {
  card: { current: 'mail.emergencyOpened.cardCurrent', old: 'mail.emergencyOpened.cardOld' },
  pdf: { current: 'mail.emergencyOpened.paperCurrent', old: 'mail.emergencyOpened.paperOld' },
} as const satisfies Record<ScannedCode['source'], Record<string, TextKey>>;

/** Adds the line about the scanned code, if its version is known. */
function withCode(mail: MailTemplate, scanned: ScannedCode | null): MailTemplate {
  if (!scanned) return mail;
  const { source, isOld, planAt } = scanned;
  return {
    ...mail,
    lines: [codeLines[source][isOld ? 'old' : 'current']],
    params: (language) => ({
      ...mail.params?.(language),
      planDate: longDate(melbourneDate(planAt), language),
    }),
  };
}

/** Paragraphs for an owner who cannot make a new code and PIN, in place of those with the button. */
const callInstead: Partial<Record<TextKey, TextKey>> = {
  'mail.emergencyOpened.p2': 'mail.emergencyOpened.p2Call',
  'mail.emergencyOpened.p2Behalf': 'mail.emergencyOpened.p2BehalfCall',
};

/**
 * Builds the notice to the owner that the emergency page was opened with the card and its PIN (D-08). The button opens the question
 * whether to make a new code and PIN, after the sign-in. `canRenew` is false for an owner who cannot make them.
 */
export function emergencyOpenedMail(
  config: Config,
  { person, canRenew }: PlanOf & { canRenew: boolean },
  { at, scanned }: OpeningFacts,
): MailTemplate {
  const mail = mailOf(person === null ? 'emergencyOpened' : 'emergencyOpenedBehalf', {
    url: canRenew ? `${config.publicUrl}${renewCardPath}` : null,
    params: (language) => ({
      ...momentParams(at, language),
      ...{ person: person ?? '', helpPhone: config.help.phone },
    }),
  });
  if (canRenew) return withCode(mail, scanned);
  const before = mail.before.map((key) => callInstead[key] ?? key);
  return withCode({ ...mail, preheader: 'mail.emergencyOpened.preheaderCall', before }, scanned);
}

/**
 * Builds the same notice to a substitute decision maker who accepted, with the link to the plan if it is shared with them. It is
 * in both languages, because theirs is unknown.
 */
export function emergencyOpenedContactMail(
  person: string,
  { at, scanned }: OpeningFacts,
  link: string | null,
): MailTemplate {
  const mail = mailOf('emergencyOpenedContact', {
    url: link,
    params: (language) => ({ ...momentParams(at, language), person, sender: person }),
  });
  return withCode(mail, scanned);
}

/** Builds the notice to the owner that a plan was opened with a link. `said` is what the reader said of itself; it may be empty. */
export function healthLinkOpenedMail(
  config: Config,
  { reader, said }: { reader: string; said: string },
  at: Date,
): MailTemplate {
  const mail = mailOf('healthLinkOpened', {
    url: `${config.publicUrl}/my-acp`,
    params: (language) => ({ ...momentParams(at, language), reader, said, helpPhone: config.help.phone }),
  });
  return said === '' ? mail : { ...mail, lines: ['mail.healthLinkOpened.said'] };
}

/** Where and to whom staff handed a plan; `phone` is the number to call. */
export type HandedFacts = { person: string; receiver: HandReceiver; house: string; phone: string };

/**
 * Builds the notice to a contact who requested it that staff handed the plan over (N-14). It has no health facts, and is in both
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
  const opening: OpeningFacts = { at, scanned: { source: 'card', isOld: true, planAt: at } };
  return [
    planCompletedMail(config, { person: null }),
    planCompletedMail(config, { person }),
    planLinkMail(config, { person: null }),
    planLinkMail(config, { person }),
    planReviewMail(config, { person: null }, at),
    planReviewMail(config, { person }, at),
    emergencyOpenedMail(config, { person: null, canRenew: true }, opening),
    emergencyOpenedMail(config, { person, canRenew: true }, opening),
    emergencyOpenedContactMail(person, opening, `${config.publicUrl}/shared-plan/example`),
    healthLinkOpenedMail(config, { reader: 'Dr Pham', said: 'Brookside Clinic' }, at),
    handedOverContactMail(
      { person, receiver: 'ambulance', house: 'Banksia House', phone: config.help.phone },
      at,
    ),
  ];
}
