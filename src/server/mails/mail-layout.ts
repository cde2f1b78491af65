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
  /** Why the receiver gets the mail. */
  why: string;
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
/** Colours by the class of an element, for readers whose device is set to dark. Text has a contrast of at least 7:1 in both schemes. */
const darkColours = {
  paper: { background: '#0F1C17', color: '#F4F0E3' },
  card: { background: '#172821', 'border-color': '#30463C', color: '#F4F0E3' },
  ink: { color: '#F4F0E3' },
  soft: { color: '#C6CFC6' },
  leaf: { color: '#A4DBBE' },
  press: { background: '#A4DBBE', color: '#0B2018' },
  quote: { 'border-color': '#30463C' },
} as const;

const darkRules = Object.entries(darkColours).map(([name, values]) => {
  const declarations = Object.entries(values).map(([property, value]) => `${property}:${value}!important`);
  return `.${name}{${declarations.join(';')}}`;
});

/**
 * The only styles outside the elements. `!important`, because they replace those of the elements. Mail programs without style sheets
 * show the light scheme and the wide margins.
 */
export const mailStyles = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:480px){.page{padding:16px 8px 32px!important}.card{padding:24px 18px 8px!important}.title{font-size:24px!important}}',
  `@media (prefers-color-scheme:dark){${darkRules.join('')}}`,
].join('');

// In one piece: the policy of the outbox page has the hash of every blank.
const styleElement = raw(`<style>${mailStyles}</style>`);

/** Fills the preview of a mail program, so that it does not continue with the greeting: blanks without width. */
const previewFill = '&#847;&zwnj;&nbsp;'.repeat(60);

const fonts: Record<Language, string> = {
  en: "'Atkinson Hyperlegible Next','Atkinson Hyperlegible',Verdana,'DejaVu Sans',sans-serif",
  zh: "'PingFang SC','Hiragino Sans GB','Microsoft YaHei','Noto Sans CJK SC','Noto Sans SC',sans-serif",
};
const tags: Record<Language, string> = { en: 'en-AU', zh: 'zh-Hans' };

/** Returns the other language. */
export const other = (language: Language): Language => (language === 'en' ? 'zh' : 'en');

const hidden = 'display:none;max-height:0;overflow:hidden';

const paragraph = (text: string) => html`<p style="margin:0 0 16px">${text}</p>`;

const softParagraph = (text: string, style = '') =>
  html`<p class="soft" style="margin:0 0 16px;color:${raw(colours.soft)};${raw(style)}">${text}</p>`;

function cardOf(words: WordedMail, level: 1 | 2): Html {
  const { language, button } = words;
  const zh = language === 'zh';
  const title = raw(
    `margin:0 0 16px;font-size:28px;line-height:${zh ? 1.35 : 1.2};font-weight:${zh ? 600 : 700};color:${colours.ink}`,
  );
  const heading =
    level === 1
      ? html`<h1 class="ink title" style="${title}">${words.heading}</h1>`
      : html`<h2 class="ink title" style="${title}">${words.heading}</h2>`;
  return html`<div
    lang="${tags[language]}"
    class="card"
    style="${raw(`background:${colours.surface};border:1px solid ${colours.line};border-radius:18px;padding:32px 28px 16px;margin:0 0 20px;font-family:${fonts[language]};line-height:${zh ? 1.75 : 1.6};overflow-wrap:anywhere`)}"
  >
    ${heading} ${paragraph(words.greeting)}
    ${words.before.map((text) => html`${paragraph(text)} `)}${
      button &&
      html`<p style="margin:24px 0">
          <a
            href="${button.url}"
            class="press"
            style="${raw(`display:inline-block;background:${colours.leaf};color:#FFFFFF;font-weight:700;font-size:18px;line-height:1.3;text-decoration:none;padding:15px 26px;border-radius:12px`)}"
            >${button.label}</a
          >
        </p>
        ${softParagraph(words.linkBelow, 'font-size:16px;margin-bottom:4px')}
        <p style="margin:0 0 20px;font-size:16px;overflow-wrap:anywhere;word-break:break-all">
          <a href="${button.url}" class="leaf" style="${raw(`color:${colours.leaf}`)}">${button.url}</a>
        </p> `
    }${words.after.map(
      (text) => html`${paragraph(text)} `,
    )}${quoteOf(words.quote)}${softParagraph(words.signOff)}${softParagraph(words.why, 'font-size:16px')}
  </div>`;
}

/** Renders a person's own text, set apart from the product's. */
function quoteOf(lines: readonly string[]): Html | null {
  if (lines.length === 0) return null;
  return html`<blockquote
    class="quote"
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
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${first.subject}</title>
        ${styleElement}
      </head>
      <body
        class="paper"
        style="${raw(`margin:0;padding:0;background:${colours.paper};color:${colours.ink};font-family:${fonts[language]};font-size:18px;line-height:1.6;-webkit-text-size-adjust:100%`)}"
      >
        <div style="${raw(hidden)}">${first.preheader}</div>
        <div style="${raw(hidden)}" aria-hidden="true">${raw(previewFill)}</div>
        <div
          class="page paper"
          lang="${tags[language]}"
          style="${raw(`max-width:600px;margin:0 auto;padding:24px 16px 40px;background:${colours.paper};color:${colours.ink}`)}"
        >
          <p
            class="leaf"
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
            class="soft"
            style="${raw(`padding:0 12px;font-family:${fonts[language]};font-size:16px;line-height:1.5;color:${colours.soft};overflow-wrap:anywhere`)}"
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
  const parts = cards.map(({ language, heading, greeting, before, button, after, quote, signOff, why }) =>
    [
      heading,
      greeting,
      ...before,
      ...(button ? [`${button.label}${language === 'zh' ? '：' : ':'}\n${button.url}`] : []),
      ...after,
      ...(quote.length > 0 ? [quote.map((line) => `> ${line}`).join('\n')] : []),
      signOff,
      why,
    ].join('\n\n'),
  );
  return (
    [...(notice === null ? [] : [notice]), parts.join('\n\n----\n\n'), '--', ...foot].join('\n\n') + '\n'
  );
}
