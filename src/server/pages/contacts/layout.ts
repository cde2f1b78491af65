import {
  type Language,
  type NamesOf,
  type ParamsFor,
  type TextKey,
  type Translate,
  translateMessage,
} from '../../../domain/i18n/texts.ts';
import { tagOf } from '../emergency/layout.ts';
import { contactStyleHash, contactStyles } from '../emergency/styles.ts';
import { html, raw, type Html } from '../html.ts';

/** The names of a sharer in the page's language, as every text of these pages takes them. */
export type Names = { person: string; recorder: string; relation: string; owner: string };

/** The data of every contact page. */
export type ContactPage = {
  t: Translate;
  language: Language;
  names: Names;
  helpPhone: string;
};

/** Returns a text with the names filled in. */
export const say = <Key extends TextKey>(
  { t, names }: ContactPage,
  key: Key,
  ...[params]: ParamsFor<Exclude<NamesOf<Key>, keyof Names>>
): string => translateMessage(t, key, { ...names, ...params });

/** Returns the on-behalf form of a text if another user records the plan for the person. */
export const sayFor = <Self extends TextKey, OnBehalf extends TextKey>(
  page: ContactPage,
  self: Self,
  onBehalf: OnBehalf,
  ...params: ParamsFor<Exclude<NamesOf<Self | OnBehalf>, keyof Names>>
): string => say<Self | OnBehalf>(page, page.names.recorder === '' ? self : onBehalf, ...params);

/** Returns the relative address of the same page with another question or in another language. */
export function addressOf(language: Language, part?: 'decline' | 'leave'): string {
  const query = new URLSearchParams({ lang: language });
  if (part) query.set(part, '1');
  return `?${query}`;
}

/**
 * Renders a whole document without script, picture or outside request. `isLast` is for the page after a form: its address now
 * leads to another page, so it has no language switch.
 */
export function contactDocument(
  { t, language }: Pick<ContactPage, 't' | 'language'>,
  { title, main, part, isLast }: { title: string; main: Html; part?: 'decline' | 'leave'; isLast?: true },
): string {
  const other: Language = language === 'en' ? 'zh' : 'en';
  const toOther =
    !isLast &&
    html`<a href="${addressOf(other, part)}" lang="${tagOf(other)}" hreflang="${tagOf(other)}">${t('emergency.pin.language')}</a>`;
  return html`<!doctype html><html lang="${tagOf(language)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} - Wattle</title><style>${raw(contactStyles)}</style><header><span>Wattle</span>${toOther}</header><main class="doc">${main}</main></html>`.toString();
}

/**
 * Returns the headers of every contact page: the page is not stored, indexed, framed, sent as referrer or loaded from elsewhere.
 * `closesInSeconds` makes the browser leave an open page when its time is over.
 */
export function contactHeaders(closesInSeconds?: number): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src ${contactStyleHash}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex, nofollow',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(closesInSeconds !== undefined && { refresh: String(Math.max(1, Math.ceil(closesInSeconds))) }),
  };
}
