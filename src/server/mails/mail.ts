import type { Config } from '../config.ts';
import { operatorNames } from '../config/operator-names.ts';
import { catalogue } from '../../domain/i18n/catalogue.ts';
import {
  type Language,
  type TextKey,
  type TextKeyWith,
  type TextParams,
  type Translate,
  translateMessage,
} from '../../domain/i18n/texts.ts';
import { translatorOf } from '../../domain/i18n/translator.ts';
import { buttonValue, fillValues, paragraphsOf, type MailWords } from '../../domain/mail-template.ts';
import type { Mail } from '../ports/mail/port.ts';
import { htmlOf, other, plainOf, type WordedMail } from './mail-layout.ts';

/** Translators of both languages, made once. */
export const translators: Readonly<Record<Language, Translate>> = {
  en: translatorOf('en', catalogue.en),
  zh: translatorOf('zh', catalogue.zh),
};

/** Who gets a mail. `firstName` is how the mail greets them; without one it says Hello. */
export type Receiver = { email: string; language: Language; firstName: string | null };

/** What one mail says, in keys. Every text gets the same values. */
export type MailTemplate = {
  subject: TextKey;
  preheader: TextKey;
  /** Defaults to the subject. */
  heading?: TextKey;
  /** Before the button, and after it. */
  before: readonly TextKey[];
  button?: { label: TextKey; url: string };
  after?: readonly TextKey[];
  params?: (language: Language) => TextParams;
  /** Lines with a number each, such as "New customers: 3", after what is before the button. */
  counts?: readonly { text: TextKeyWith<'count'>; count: number }[];
  /** Lines that stand there whatever words an administrator gave the mail, after those with numbers. */
  lines?: readonly TextKey[];
  /** Lines in a person's own words, shown as such after the rest. */
  quote?: readonly string[];
  /** Why the receiver gets the mail, as the last words. */
  why?: TextKey;
  /** The page where the receiver stops mails of this kind. */
  unsubscribe?: string;
  /** The other language's version below the first, for people whose language is unknown. */
  bothLanguages?: true;
};

/** What an administrator set: the sender, and words in place of a mail's own. */
export type Wording = {
  senderName?: string | undefined;
  replyTo?: string | undefined;
  words?: Partial<Record<Language, MailWords>> | undefined;
};

/** Letters and digits that stay on one line: what a name may do in a subject and in plain text. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

function cleanParams(params: TextParams): TextParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? oneLine(value).slice(0, 200) : value,
    ]),
  );
}

/** The paragraphs of an administrator's text, before the button and after it. A button without a place comes last. */
function ownParagraphs(body: string, params: TextParams): { before: string[]; after: string[] } {
  const paragraphs = paragraphsOf(body);
  const sign = paragraphs.indexOf(`{${buttonValue}}`);
  const place = sign < 0 ? paragraphs.length : sign;
  const say = (paragraph: string) => fillValues(paragraph, params);
  return { before: paragraphs.slice(0, place).map(say), after: paragraphs.slice(place + 1).map(say) };
}

/** Says a mail in one language, with the words of an administrator where there are some. */
export function wordsOf(
  template: MailTemplate,
  language: Language,
  firstName: string | null,
  own?: MailWords,
): WordedMail {
  const t = translators[language];
  const params = cleanParams(template.params?.(language) ?? {});
  const name = firstName === null ? '' : oneLine(firstName).slice(0, 100);
  const say = (key: TextKey) => translateMessage(t, key, params);
  // No mail is refused because an administrator's words and a long name together pass what a subject may hold.
  const subject = oneLine(own ? fillValues(own.subject, params) : say(template.subject))
    .slice(0, 300)
    .toWellFormed();
  const { before, after } = own
    ? ownParagraphs(own.body, params)
    : { before: template.before.map(say), after: (template.after ?? []).map(say) };
  return {
    language,
    subject,
    preheader: say(template.preheader),
    heading: template.heading ? say(template.heading) : subject,
    greeting: name === '' ? t('mail.part.greetingPlain') : t('mail.part.greeting', { firstName: name }),
    before: [
      ...before,
      ...(template.counts ?? []).map(({ text, count }) => t(text, { count })),
      ...(template.lines ?? []).map(say),
    ],
    button: template.button ? { label: say(template.button.label), url: template.button.url } : null,
    linkBelow: t('mail.part.linkBelow'),
    after,
    quote: (template.quote ?? []).map(oneLine),
    signOff: t('mail.part.signOff'),
  };
}

/** The lines at the foot of every mail. Where no address for answers is set, it says that none is read. */
export function footLines(
  config: Config,
  language: Language,
  template: MailTemplate,
  replyTo: string | undefined,
): string[] {
  const { why } = template;
  const params = cleanParams(template.params?.(language) ?? {});
  const t = translators[language];
  const { help, company } = config;
  return [
    t('mail.part.help', { helpPhone: help.phone, helpHours: help.hours[language], helpEmail: help.email }),
    t('mail.part.neverAsk'),
    t('mail.part.emergency'),
    ...(replyTo === undefined ? [t('mail.part.noReply')] : []),
    ...(why ? [translateMessage(t, why, params)] : []),
    t('mail.part.address', { ...operatorNames(company, language), abn: company.abn }),
  ];
}

/**
 * Writes a mail in the receiver's language, as HTML and as plain text that say the same. Names are escaped and kept on one
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
  const foot = footLines(config, language, template, replyTo);
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
