import { catalogue } from '../../domain/i18n/catalogue.ts';
import type { Language, TextKey, TextParams } from '../../domain/i18n/texts.ts';
import { buttonValue, valuesIn, type MailValues, type MailWords } from '../../domain/mail-template.ts';
import type { Config } from '../config.ts';
import {
  legacyResetLetter,
  resetLetter,
  securityLetter,
  verificationLetter,
  verificationWithFileLetter,
  welcomeLetter,
  type SecurityNotice,
} from './account-mails.ts';
import { helpCopyLetter } from './help-mails.ts';
import { translators, type Letter } from './mail.ts';
import { deletedLetter, deletionLetter, exportReadyLetter } from './privacy-mails.ts';
import { emergencyOpenedContactLetter, emergencyOpenedLetter, planCompletedLetter } from './plan-mails.ts';
import { newSigninLetter, staffOpenedLetter } from './session-mails.ts';

/** The name of a letter's template: the middle of the key of its subject, such as `verify` or `security.cardRenewed`. */
export function templateOf(letter: Letter): string {
  return letter.subject.replace(/^mail\./, '').replace(/\.subject/, '');
}

const madeUp = new Date('2026-11-20T22:05:00Z');

/** Security notices with what their texts name. */
const notices = {
  passwordChanged: {},
  cardRenewed: {},
  mfaOn: {},
  mfaOff: {},
  phoneChanged: { last3: '678' },
  appChanged: {},
  factorRemoved: {},
  recoveryUsed: { count: 7 },
  recoveryNew: {},
  tooManyTries: {},
} as const satisfies Partial<Record<SecurityNotice, TextParams>>;

/**
 * One letter of each kind that the product writes to people, with made-up values: the templates that administrators may word
 * anew. What goes to the help desk, and the summaries for staff, which are numbers, are none of them.
 */
export function sampleLetters(config: Config): Letter[] {
  const person = 'Lin Mei Chen';
  const visit = { staff: 'Priya Nair', organisation: 'Banksia House', startedAt: madeUp, endedAt: madeUp };
  const link = (path: string) => `${config.publicUrl}/${path}?token=example`;
  return [
    verificationLetter(link('verify-email')),
    verificationWithFileLetter(link('verify-email')),
    welcomeLetter(config),
    resetLetter(link('reset-password')),
    legacyResetLetter(link('reset-password')),
    planCompletedLetter(config, { person: null }),
    planCompletedLetter(config, { person }),
    emergencyOpenedLetter(config, { person: null }, madeUp),
    emergencyOpenedContactLetter(person, madeUp),
    ...(Object.keys(notices) as (keyof typeof notices)[]).map((notice) =>
      securityLetter(config, notice, madeUp, notices[notice]),
    ),
    newSigninLetter(config, 'Firefox/Windows', madeUp),
    staffOpenedLetter(config, visit),
    exportReadyLetter(config, madeUp),
    deletionLetter(config, 'deleteRequested', '2026-12-20'),
    deletionLetter(config, 'deleteSoon', '2026-12-20'),
    deletedLetter(),
    helpCopyLetter(1042),
  ];
}

/** The sample of a template. Undefined for a name that no template has. */
export function sampleOf(config: Config, template: string): Letter | undefined {
  return sampleLetters(config).find((letter) => templateOf(letter) === template);
}

const textOf = (key: TextKey, language: Language) => catalogue[language][key] ?? '';

/** The words of a letter as the product has them, with names for its values. */
export function originalWords(letter: Letter, language: Language): MailWords {
  const say = (key: TextKey) => textOf(key, language);
  const body = [
    ...letter.before.map(say),
    ...(letter.button ? [`{${buttonValue}}`] : []),
    ...(letter.after ?? []).map(say),
  ];
  return { subject: say(letter.subject), body: body.join('\n\n') };
}

/** Words as they are tried out: the subject says so. */
export function testOf({ subject, body }: MailWords, language: Language): MailWords {
  return { subject: translators[language]('mail.test.subject', { subject }), body };
}

/** What other words for the letter may and must hold. */
export function valuesOf(letter: Letter, language: Language): MailValues {
  const original = originalWords(letter, language);
  const inSubject = valuesIn(original.subject);
  const inBody = valuesIn(original.body);
  const given = Object.keys(letter.params?.(language) ?? {});
  return { known: [...new Set([...inSubject, ...inBody, ...given])], inSubject, inBody };
}
