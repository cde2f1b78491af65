import type { Language } from '../../domain/i18n/texts.ts';
import { html, raw, type Html } from '../pages/html.ts';

/** The texts of a mail in one language. */
export type WordedMail = {
  language: Language;
  subject: string;
  preheader: string;
  heading: string;
  greeting: string;
  before: string[];
  button: { label: string; url: string } | null;
  linkBelow: string;
  after: string[];
  quote: string[];
  signOff: string;
};

const colours = {
  paper: '#FAF7EE',
  surface: '#FFFFFF',
  line: '#DCD6C4',
  ink: '#17231D',
  soft: '#414D46',
  leaf: '#15493A',
  gold: '#F3B712',
};
const fonts: Record<Language, string> = {
  en: "'Atkinson Hyperlegible Next','Atkinson Hyperlegible',Verdana,'DejaVu Sans',sans-serif",
  zh: "'PingFang SC','Hiragino Sans GB','Microsoft YaHei','Noto Sans CJK SC','Noto Sans SC',sans-serif",
};
const tags: Record<Language, string> = { en: 'en-AU', zh: 'zh-Hans' };

/** Returns the other language. */
export const other = (language: Language): Language => (language === 'en' ? 'zh' : 'en');

const paragraph = (text: string, style = '') => html`<p style="margin:0 0 16px;${raw(style)}">${text}</p>`;

function cardOf(words: WordedMail, level: 1 | 2): Html {
  const { language, button } = words;
  const zh = language === 'zh';
  const title = raw(
    `margin:0 0 16px;font-size:28px;line-height:${zh ? 1.35 : 1.2};font-weight:${zh ? 600 : 700};color:${colours.ink}`,
  );
  const heading =
    level === 1
      ? html`<h1 style="${title}">${words.heading}</h1>`
      : html`<h2 style="${title}">${words.heading}</h2>`;
  return html`<div
    lang="${tags[language]}"
    style="${raw(`background:${colours.surface};border:1px solid ${colours.line};border-radius:18px;padding:32px 28px 16px;margin:0 0 20px;font-family:${fonts[language]};line-height:${zh ? 1.75 : 1.6}`)}"
  >
    ${heading} ${paragraph(words.greeting)}
    ${words.before.map((text) => html`${paragraph(text)} `)}${
      button &&
      html`<p style="margin:24px 0">
          <a
            href="${button.url}"
            style="${raw(`display:inline-block;background:${colours.leaf};color:#FFFFFF;font-weight:700;font-size:18px;line-height:1.3;text-decoration:none;padding:15px 26px;border-radius:12px`)}"
            >${button.label}</a
          >
        </p>
        ${paragraph(words.linkBelow, `font-size:16px;color:${colours.soft};margin-bottom:4px`)}
        <p style="margin:0 0 20px;font-size:16px;overflow-wrap:anywhere;word-break:break-all">
          <a href="${button.url}" style="${raw(`color:${colours.leaf}`)}">${button.url}</a>
        </p> `
    }${words.after.map(
      (text) => html`${paragraph(text)} `,
    )}${quoteOf(words.quote)}${paragraph(words.signOff, `color:${colours.soft}`)}
  </div>`;
}

/** Renders a person's own text, set apart from the product's. */
function quoteOf(lines: readonly string[]): Html | null {
  if (lines.length === 0) return null;
  return html`<blockquote
    style="${raw(`margin:0 0 20px;padding:4px 0 4px 16px;border-left:3px solid ${colours.line}`)}"
  >
    ${lines.map((line) => html`<p style="margin:0 0 8px;overflow-wrap:anywhere">${line}</p> `)}
  </blockquote>`;
}

/** Renders a mail as HTML: its texts in one language or both, the notice about the languages, and the footer. */
export function htmlOf(cards: readonly WordedMail[], notice: string | null, foot: readonly string[]): string {
  const [first] = cards as [WordedMail];
  const { language } = first;
  return html`<!doctype html>
    <html lang="${tags[language]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${first.subject}</title>
      </head>
      <body
        style="${raw(`margin:0;padding:0;background:${colours.paper};color:${colours.ink};font-family:${fonts[language]};font-size:18px;line-height:1.6;-webkit-text-size-adjust:100%`)}"
      >
        <div style="display:none;max-height:0;overflow:hidden">${first.preheader}</div>
        <div
          lang="${tags[language]}"
          style="${raw(`max-width:600px;margin:0 auto;padding:24px 16px 40px;background:${colours.paper};color:${colours.ink}`)}"
        >
          <p
            style="${raw(`margin:0 0 16px;padding:0 12px;font-family:${fonts.en};font-size:24px;line-height:1.3;font-weight:700;color:${colours.leaf}`)}"
          >
            <span
              style="${raw(`display:inline-block;width:14px;height:14px;border-radius:50%;background:${colours.gold};margin-right:8px`)}"
            ></span
            >Wattle
          </p>
          ${
            notice !== null &&
            html`<p
              lang="${tags[other(language)]}"
              style="${raw(`margin:0 0 12px;padding:0 12px;font-family:${fonts[other(language)]}`)}"
            >
              ${notice}
            </p> `
          }${cards.map((words, index) => cardOf(words, index === 0 ? 1 : 2))}
          <div
            style="${raw(`padding:0 12px;font-family:${fonts[language]};font-size:16px;line-height:1.5;color:${colours.soft}`)}"
          >
            ${foot.map((line) => html`<p style="margin:0 0 8px">${line}</p> `)}
          </div>
        </div>
      </body>
    </html> `.toString();
}

/** Renders the same as plain text. */
export function plainOf(
  cards: readonly WordedMail[],
  notice: string | null,
  foot: readonly string[],
): string {
  const parts = cards.map(({ language, heading, greeting, before, button, after, quote, signOff }) =>
    [
      heading,
      greeting,
      ...before,
      ...(button ? [`${button.label}${language === 'zh' ? '：' : ':'}\n${button.url}`] : []),
      ...after,
      ...(quote.length > 0 ? [quote.map((line) => `> ${line}`).join('\n')] : []),
      signOff,
    ].join('\n\n'),
  );
  return (
    [...(notice === null ? [] : [notice]), parts.join('\n\n----\n\n'), '--', ...foot].join('\n\n') + '\n'
  );
}
