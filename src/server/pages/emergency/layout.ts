import type { Language, Translate } from '../../../domain/i18n/texts.ts';
import { html, raw, type Html } from '../html.ts';
import { emergencyStyleHash } from './styles.ts';

/** What the address of an emergency page may say, after the share id. */
export type EmergencyQuery = {
  /** English unless Chinese is asked for, whatever the owner's or the browser's language is (D-29). */
  language: Language;
  /** The version printed on the card or the PDF that was scanned (D-09). */
  version?: number;
  /** What was scanned. */
  source?: 'card' | 'pdf';
  /** The page with every answer. */
  all?: boolean;
};

/** Reads the query of an emergency page's address. What it does not know, it leaves out. */
export function readEmergencyQuery(query: URLSearchParams): EmergencyQuery {
  const version = /^[1-9]\d{0,5}$/.exec(query.get('v') ?? '')?.[0];
  return {
    language: query.get('lang') === 'zh' ? 'zh' : 'en',
    ...(version && { version: Number(version) }),
    ...(query.get('from') === 'pdf' && { source: 'pdf' }),
    ...(query.get('view') === 'all' && { all: true }),
  };
}

/** The same page by another query, as a relative address. */
export function addressWith(query: EmergencyQuery): string {
  const parts = new URLSearchParams();
  if (query.version !== undefined) parts.set('v', String(query.version));
  if (query.source === 'pdf') parts.set('from', 'pdf');
  if (query.language === 'zh') parts.set('lang', 'zh');
  if (query.all) parts.set('view', 'all');
  return `?${parts}`;
}

/** The `lang` of a language as browsers and screen readers know it. */
export const tagOf = (language: Language): string => (language === 'zh' ? 'zh-Hans' : 'en-AU');

/** A whole document without script, picture or outside request. `styles` must be one of the sheets in `styles.ts`. */
export function emergencyDocument(options: {
  t: Translate;
  query: EmergencyQuery;
  title: string;
  styles: string;
  main: Html;
  /** The page is in this language alone. */
  oneLanguage?: boolean;
}): string {
  const { t, query, title, styles, main, oneLanguage } = options;
  const other: Language = query.language === 'en' ? 'zh' : 'en';
  const toOther = addressWith({ ...query, language: other });
  const link =
    !oneLanguage &&
    html`<a href="${toOther}" lang="${tagOf(other)}" hreflang="${tagOf(other)}">${t('emergency.pin.language')}</a>`;
  return html`<!doctype html><html lang="${tagOf(query.language)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(styles)}</style><header><span>${t('emergency.header')}</span>${link}</header>${main}</html>`.toString();
}

/**
 * The headers of every answer under /acp-login/{share id}: nothing is kept, indexed, framed, sent on or loaded from elsewhere
 * (D-06, and 3.4.x of ASVS 5.0). `closesInSeconds` lets the browser leave an open plan by itself when its time is over.
 */
export function emergencyHeaders(
  closesInSeconds?: number,
  styleHash = emergencyStyleHash,
): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src ${styleHash}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex, nofollow',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(closesInSeconds !== undefined && { refresh: String(Math.max(1, Math.ceil(closesInSeconds))) }),
  };
}
