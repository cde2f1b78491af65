import { catalogue } from '../../../domain/i18n/catalogue.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Mail } from '../../ports/mail/port.ts';

const keys = new Set([...Object.keys(catalogue.en), ...Object.keys(catalogue.zh)]);
const linkBelow = [catalogue.en['mail.part.linkBelow'], catalogue.zh['mail.part.linkBelow']];
const reasons = /^(You get this email because \S|您收到这封邮件，是因为.)/;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const readable = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(\w+|#\d+);/g, (whole, name: string) => entities[name] ?? whole)
    .trim();
const oneSpace = (text: string) => text.replace(/\s+/g, ' ');

/** Returns the texts of the elements that show text. */
const shownTexts = (html: string) =>
  [...html.matchAll(/<(h1|h2|p)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , inner = '']) => readable(inner));

const sentencesOf = (text: string) =>
  text.split(/(?<=[.!?])\s+|(?<=[。！？])/).map((sentence) => oneSpace(sentence).trim());

/** Patterns that a text must not contain, by the name of the fault. */
const badWords: readonly [string, RegExp][] = [
  ['a missing value', /\b(undefined|null|NaN|Invalid Date)\b|\[object/],
  ['a placeholder', /\{\w*\}/],
  ['empty brackets', /[(（[【“「『]\s*[)）\]】”」』]/],
  ['double blanks', /\S[ \u00A0]{2,}\S/],
  ['double punctuation', /[,.;:!?，。；：！？、]\s*[,.;:!?，。；：！？、]/],
  ['a blank before punctuation', /\s[,.;:!?，。；：！？、）)]/],
  ['punctuation at the beginning', /^[,.;:!?，。；：！？、）)]/],
  // An account without a name is named by its address.
  ['no beginning', /^(?!https$|\S+@)[a-z]/],
  ['a name glued to Chinese', /\p{Script=Han}\p{Script=Latin}|\p{Script=Latin}\p{Script=Han}/u],
  ['nested brackets', /[(（][^)）]*[(（]/],
];

/** Ends with a colon, although nothing follows: neither the receiver's greeting in Chinese nor the line above an address. */
const isOpenEnded = (text: string) =>
  /[:：]$/.test(text) && !text.endsWith('您好：') && !linkBelow.includes(text);

function faultsOfText(text: string): string[] {
  const found = badWords.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
  if (isOpenEnded(text)) found.push('a colon without a value');
  if ((text.match(/[\w.]+\.\w+/g) ?? []).some((word) => keys.has(word) || /^(mail|error)\.\w/.test(word)))
    found.push('a key');
  return found.map((name) => `${name}: ${text}`);
}

/** Removes addresses of links: they are not for reading. */
const withoutAddresses = (text: string) => text.replace(/https?:\/\/\S+/g, 'https');

/** Returns the hidden line that mail programs show beside the subject. */
const previewOf = (html: string) =>
  /<body[^>]*>\s*<div style="display:none[^>]*>(.*?)<\/div>/s.exec(html)?.[1];

function faultsOfPreview(html: string, subject: string): string[] {
  const preview = readable(previewOf(html) ?? '');
  if (preview === '') return ['no preview line'];
  const isGreeting = /^(Dear|Hello)\b|您好：$/.test(preview);
  if (isGreeting || preview === subject) return [`a preview line that says nothing: ${preview}`];
  return faultsOfText(preview);
}

/** Returns the faults of the parts in each language: one reason each, at most one button, and the same address in all. */
function faultsOfCards(html: string): string[] {
  const cards = html.split(/<div\s+lang="[\w-]+"\s+class="card"/).slice(1);
  const faults: string[] = [];
  if (cards.length === 0) faults.push('no card');
  const addresses = new Set<string>();
  for (const card of cards) {
    const buttons = [...card.matchAll(/<a\s+href="([^"]+)"\s+class="press"/g)];
    if (buttons.length > 1) faults.push('more than one button');
    for (const [, address] of card.matchAll(/href="([^"]+)"/g)) addresses.add(address!);
    if (shownTexts(card).filter((text) => reasons.test(text)).length !== 1) faults.push('not one reason');
  }
  if (addresses.size > 1) faults.push('links to more than one address');
  return faults;
}

/**
 * Returns what a reader of a mail would notice as broken: values that are missing, what is left of them, a second thing to do, and
 * whatever the plain text lacks. The sentence above the copied address is only for HTML.
 */
export function faultsOf({ subject, html, plain }: Mail, language: Language): string[] {
  const texts = shownTexts(html).map(withoutAddresses);
  const blocks = plain.split('\n\n').map((block) => withoutAddresses(block.trim().replace(/^> /gm, '')));
  const said = oneSpace(plain);
  const lacking = shownTexts(html)
    .filter((text) => !linkBelow.includes(text) && text !== 'Wattle')
    .flatMap(sentencesOf)
    .filter((sentence) => !said.includes(sentence));
  const isChinese = /\p{Script=Han}/u.test(subject);
  return [
    ...[subject, ...texts, ...blocks].flatMap(faultsOfText),
    ...(/^[^\S\n]|[^\S\n]$/m.test(plain) ? ['a line of plain text that begins or ends with a blank'] : []),
    ...faultsOfPreview(html, subject),
    ...faultsOfCards(html),
    ...lacking.map((sentence) => `not in the plain text: ${sentence}`),
    ...(texts.some((text) => text === '') ? ['an empty paragraph'] : []),
    ...(isChinese === (language === 'zh') ? [] : [`a subject in the other language: ${subject}`]),
    ...(/<meta name="color-scheme" content="light dark"/.test(html) ? [] : ['no color scheme']),
    ...(/@media \(prefers-color-scheme:dark\)/.test(html) ? [] : ['no dark styles']),
  ];
}
