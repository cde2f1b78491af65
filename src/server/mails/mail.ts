import type { Config } from '../config.ts';
import { operatorNames } from '../config/operator-names.ts';
import {
  type Language,
  type TextKey,
  type TextKeyWith,
  type TextParams,
  translateMessage,
} from '../../domain/i18n/texts.ts';
import { translators } from '../../domain/i18n/translators.ts';
import { buttonValue, fillValues, paragraphsOf, type MailWords } from '../../domain/mail-template.ts';
import type { Mail } from '../ports/mail/port.ts';
import { htmlOf, other, plainOf, type WordedMail } from './mail-layout.ts';

/** The receiver of a mail. `firstName` is used in the greeting; without it the greeting is Hello. */
export type Receiver = { email: string; language: Language; firstName: string | null };

/** The content of a mail, as text keys. Every text gets the same values. */
export type MailTemplate = {
  subject: TextKey;
  preheader: TextKey;
  /** Defaults to the subject. */
  heading?: TextKey;
  /** Paragraphs before the button, and after it. */
  before: readonly TextKey[];
  button?: { label: TextKey; url: string };
  after?: readonly TextKey[];
  /** Texts with a form for a user who keeps the plan for another person: the key with `Behalf` at its end. */
  behalf?: readonly TextKey[];
  params?: (language: Language) => TextParams;
  /** Lines with a number each, such as "New customers: 3", after the first paragraph. */
  counts?: readonly { text: TextKeyWith<'count'>; count: number }[];
  /** Lines that are kept if an administrator replaces the mail's texts, after the first paragraph and the lines with numbers. */
  lines?: readonly TextKey[];
  /** Lines of a person's own text, marked as such, at the end. */
  quote?: readonly string[];
  /** Why the receiver gets the mail, as the last line of each language. */
  why: TextKey;
  /** The page where the receiver unsubscribes from this kind of mail. */
  unsubscribe?: string;
  /** Adds the other language's version below the first, for people whose language is unknown. */
  bothLanguages?: true;
};

/** Returns a mail for a user who keeps the plan of another person (D-02), with "the plan" instead of "your plan". */
export function onBehalf(mail: MailTemplate): MailTemplate {
  const form = (key: TextKey) => (mail.behalf?.includes(key) ? (`${key}Behalf` as TextKey) : key);
  const { heading, button, after } = mail;
  return {
    ...mail,
    subject: form(mail.subject),
    preheader: form(mail.preheader),
    ...(heading && { heading: form(heading) }),
    before: mail.before.map(form),
    ...(button && { button: { ...button, label: form(button.label) } }),
    ...(after && { after: after.map(form) }),
  };
}

/** An administrator's settings: the sender, and texts in place of a mail's own. */
export type Wording = {
  senderName?: string | undefined;
  replyTo?: string | undefined;
  words?: Partial<Record<Language, MailWords>> | undefined;
};

/** Reduces a text to one line, for names in a subject and in plain text. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

const besideHan = /(?<=\p{Script=Han})(?=\p{Script=Latin})|(?<=\p{Script=Latin})(?=\p{Script=Han})/gu;

/** Separates Chinese from Latin letters: Chinese sentences have no blanks around names, which may be in Latin letters. */
const spaced = (text: string, language: Language) =>
  language === 'zh' ? text.replace(besideHan, ' ') : text;

function cleanParams(params: TextParams): TextParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? oneLine(value).slice(0, 200) : value,
    ]),
  );
}

/** Splits an administrator's text into paragraphs before and after the button. Without a position the button is last. */
function ownParagraphs(
  body: string,
  params: TextParams,
  language: Language,
): { before: string[]; after: string[] } {
  const paragraphs = paragraphsOf(body);
  const sign = paragraphs.indexOf(`{${buttonValue}}`);
  const place = sign < 0 ? paragraphs.length : sign;
  const say = (paragraph: string) => spaced(fillValues(paragraph, params), language);
  return { before: paragraphs.slice(0, place).map(say), after: paragraphs.slice(place + 1).map(say) };
}

/** Returns the texts of a mail in one language, with an administrator's texts if there are any. */
export function wordsOf(
  template: MailTemplate,
  language: Language,
  firstName: string | null,
  own?: MailWords,
): WordedMail {
  const t = translators[language];
  const params = cleanParams(template.params?.(language) ?? {});
  const name = firstName === null ? '' : oneLine(firstName).slice(0, 100);
  const say = (key: TextKey) => spaced(translateMessage(t, key, params), language);
  // An administrator's text with a long name could exceed the maximum length of a subject, so it is cut instead of refused.
  const subject = oneLine(own ? spaced(fillValues(own.subject, params), language) : say(template.subject))
    .slice(0, 300)
    .toWellFormed();
  const { before, after } = own
    ? ownParagraphs(own.body, params, language)
    : { before: template.before.map(say), after: (template.after ?? []).map(say) };
  return {
    language,
    subject,
    preheader: say(template.preheader),
    heading: template.heading ? say(template.heading) : subject,
    greeting: name === '' ? t('mail.part.greetingPlain') : t('mail.part.greeting', { firstName: name }),
    before: [
      ...before.slice(0, 1),
      ...(template.counts ?? []).map(({ text, count }) => t(text, { count })),
      ...(template.lines ?? []).map(say),
      ...before.slice(1),
    ],
    button: template.button ? { label: say(template.button.label), url: template.button.url } : null,
    linkBelow: t('mail.part.linkBelow'),
    after,
    quote: (template.quote ?? []).map(oneLine),
    signOff: t('mail.part.signOff'),
    why: say(template.why),
  };
}

/** Returns the footer of every mail. If no reply address is set, it states that replies are not read. */
export function footLines(config: Config, language: Language, replyTo: string | undefined): string[] {
  const t = translators[language];
  const { help, company } = config;
  return [
    t('mail.part.help', { helpPhone: help.phone, helpHours: help.hours[language], helpEmail: help.email }),
    t('mail.part.neverAsk'),
    t('mail.part.emergency'),
    ...(replyTo === undefined ? [t('mail.part.noReply')] : []),
    t('mail.part.address', { ...operatorNames(company, language), abn: company.abn }),
  ];
}

/**
 * Writes a mail in the receiver's language, as HTML and as plain text with the same content. Names are escaped and kept on one
 * line; nothing in them becomes markup, a header or a line of its own.
 */
export function writeMail(
  config: Config,
  messageId: string,
  receiver: Receiver,
  template: MailTemplate,
  wording: Wording = {},
): Mail {
  const { language } = receiver;
  const { senderName, replyTo, words } = wording;
  const inWords = (each: Language) => wordsOf(template, each, receiver.firstName, words?.[each]);
  const cards = [inWords(language)];
  if (template.bothLanguages) cards.push(inWords(other(language)));
  const notice = template.bothLanguages ? translators[language]('mail.part.otherLanguage') : null;
  const foot = footLines(config, language, replyTo);
  return {
    messageId,
    to: receiver.email,
    ...(senderName !== undefined && { senderName }),
    ...(replyTo !== undefined && { replyTo }),
    subject: cards[0]!.subject,
    html: htmlOf(cards, notice, foot),
    plain: plainOf(cards, notice, foot),
    ...(template.unsubscribe !== undefined && { unsubscribe: template.unsubscribe }),
  };
}
