import type { Language, Translate } from '../../../domain/i18n/texts.ts';
import { html, raw, type Html } from '../html.ts';
import { emergencyStyleHash } from './styles.ts';

/** The query of an emergency page's address, after the share id. */
export type EmergencyQuery = {
  /** English unless Chinese is requested, whatever the owner's or the browser's language (D-29). */
  language: Language;
  /** The version printed on the scanned card or PDF (D-09). */
  version?: number;
  /** The scanned medium. */
  source?: 'card' | 'pdf';
  /** Whether the page with every answer is requested. */
  all?: boolean;
};

/** Reads the query of an emergency page's address. Unknown values are ignored. */
export function readEmergencyQuery(query: URLSearchParams): EmergencyQuery {
  const version = /^[1-9]\d{0,5}$/.exec(query.get('v') ?? '')?.[0];
  return {
    language: query.get('lang') === 'zh' ? 'zh' : 'en',
    ...(version && { version: Number(version) }),
    ...(query.get('from') === 'pdf' && { source: 'pdf' }),
    ...(query.get('view') === 'all' && { all: true }),
  };
}

/** Returns the relative address of the same page with another query. */
export function addressWith(query: EmergencyQuery): string {
  const parts = new URLSearchParams();
  if (query.version !== undefined) parts.set('v', String(query.version));
  if (query.source === 'pdf') parts.set('from', 'pdf');
  if (query.language === 'zh') parts.set('lang', 'zh');
  if (query.all) parts.set('view', 'all');
  return `?${parts}`;
}

/** Returns the `lang` value of a language for browsers and screen readers. */
export const tagOf = (language: Language): string => (language === 'zh' ? 'zh-Hans' : 'en-AU');

/** Renders a whole document without script, picture or outside request. `styles` must be one of the sheets in `styles.ts`. */
export function emergencyDocument(options: {
  t: Translate;
  query: EmergencyQuery;
  title: string;
  styles: string;
  main: Html;
  /** Whether the page is only in this language. */
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
 * Returns the headers of every answer under /acp-login/{share id}: the page is not stored, indexed, framed, sent as referrer or
 * loaded from elsewhere (D-06, and 3.4.x of ASVS 5.0). `closesInSeconds` makes the browser leave an open plan when its time is
 * over.
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
