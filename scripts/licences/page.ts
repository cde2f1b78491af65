import { catalogue } from '../../src/domain/i18n/catalogue.ts';
import type { PlainTextKey } from '../../src/domain/i18n/texts.ts';
import { translatorOf } from '../../src/domain/i18n/translator.ts';
import { html, type Html } from '../../src/server/pages/html.ts';
import type { Absent, Notice } from './texts-of-packages.ts';

const en = translatorOf('en', catalogue.en);
const zh = translatorOf('zh', catalogue.zh);

/** Returns a text in both languages: the page is one file for everyone. */
const both = (key: PlainTextKey): Html => html`${en(key)} <span lang="zh-Hans">${zh(key)}</span>`;

type Group = { notices: Notice[]; text: string };

/** Returns the notices with equal texts together, in the order of their first names. Line breaks and blanks may differ. */
export function groupByText(notices: readonly Notice[]): Group[] {
  const sorted = notices.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  const groups = Map.groupBy(sorted, ({ text, licence }) => `${licence}\0${text.replaceAll(/\s+/g, ' ')}`);
  return [...groups.values()].map((notices) => ({ notices, text: notices[0]!.text }));
}

const named = ({ name, licence }: Absent) => html`<li><b>${name}</b> ${licence}</li>`;

function details({ notices, text }: Group): Html {
  const names = [...new Set(notices.map(({ name }) => name))];
  const listed = names.map((name, index) => html`${index > 0 && ', '}<b>${name}</b>`);
  return html`<details><summary><span>${listed}</span> <i>${notices[0]!.licence}</i></summary><pre lang="en">${text}</pre></details>
`;
}

/**
 * Renders the page of licences: static, without script, and with style sheets of this site only, as the content security policy
 * requires. It names no version, because everyone can read it (docs/security.md, 13.4.6).
 */
export function licencesPage(options: {
  packages: readonly Notice[];
  works: readonly Notice[];
  absent: readonly Absent[];
  styleSheets: readonly string[];
}): string {
  const { packages, works, absent, styleSheets } = options;
  const links = styleSheets.map((path) => html`<link rel="stylesheet" href="${path}">`);
  const others =
    absent.length > 0 &&
    html`<section><h2>${both('licences.absent')}</h2><p>${en('licences.absent.note')}</p><p lang="zh-Hans">${zh('licences.absent.note')}</p><ul>${absent.map(named)}</ul></section>`;
  return html`<!doctype html><html lang="en-AU" class="licences"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${en('help.licences')} / ${zh('help.licences')} - Wattle</title>${links}</head><body><header><a href="/">Wattle</a></header><main><h1>${both('help.licences')}</h1><p>${en('licences.lead')}</p><p lang="zh-Hans">${zh('licences.lead')}</p>
<section><h2>${both('licences.works')}</h2>${groupByText(works).map(details)}</section>
<section><h2>${both('licences.packages')}</h2>${groupByText(packages).map(details)}</section>
${others}</main></body></html>
`.toString();
}
