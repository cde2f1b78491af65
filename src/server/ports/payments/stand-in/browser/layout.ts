import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../../../domain/i18n/texts.ts';
import { translators } from '../../../../../domain/i18n/translators.ts';
import { html, raw, type Html } from '../../../../pages/html.ts';
import { createCard } from '../company/cards.ts';
import type { Payment } from '../company/invoices.ts';
import { confirmPayment, type Presence } from '../company/paying.ts';
import { ApiError } from '../http/api-error.ts';
import { text, type Params } from '../http/form.ts';
import type { Work } from '../store/work.ts';

const styles = `
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;background:#FAF7EE;color:#17231D;font:18px/1.6 Verdana,"DejaVu Sans",sans-serif}
:lang(zh){font-family:"PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif;line-height:1.75}
main{max-width:560px;margin:auto;padding:32px 20px 64px}
h1{font-size:28px;line-height:1.25;margin:0 0 16px}p{margin:0 0 16px}
label{display:block;margin:0 0 16px;font-weight:700}
input{display:block;width:100%;min-height:48px;margin-top:4px;padding:8px 12px;border:2px solid #5C675F;border-radius:10px;background:#fff;color:inherit;font:inherit}
button{min-height:48px;margin:0 12px 16px 0;padding:10px 20px;border:2px solid #15493A;border-radius:24px;background:#15493A;color:#fff;font:inherit;font-weight:700}
button.second{background:#fff;color:#15493A}
a{display:inline-block;padding:8px 0;color:#15493A;text-underline-offset:3px}
.test{padding:12px 16px;border:2px solid #17231D;border-radius:10px;background:#fff}
.wrong{padding:12px 16px;border:2px solid #8A1C12;border-radius:10px;background:#fff;color:#8A1C12}
:focus-visible{outline:3px solid #17231D;outline-offset:2px}
`.replaceAll('\n', '');

// In one string, since the hash includes every blank.
const styleElement = raw(`<style>${styles}</style>`);
const styleHash = `'sha256-${createHash('sha256').update(styles, 'utf8').digest('base64')}'`;

/** Sends a page of the stand-in: with forms, without scripts and caching. */
export const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src ${styleHash}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
      'x-robots-tag': 'noindex, nofollow',
    })
    .send(page);

export const languageOf = (locale: string | null | undefined): Language => (locale === 'zh' ? 'zh' : 'en');

/** Returns a whole page of the stand-in. */
export function pageOf(language: Language, main: Html): string {
  const title = translators[language]('standIn.title');
  const tag = language === 'zh' ? 'zh-Hans' : 'en-AU';
  return html`<!doctype html>
    <html lang="${tag}">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>${title}</title>
      ${styleElement}
      <main><h1>${title}</h1>${main}</main>
    </html>`.toString();
}

/** Why a typed card did not pay. */
export type Problem = 'standIn.refused' | 'standIn.wrong';

export const money = (cents: number | null): string => `$${((cents ?? 0) / 100).toFixed(2)}`;

/** Pays with the card that was typed into a page's form. Returns what was wrong. */
export async function payWithTyped(
  work: Work,
  payment: Payment,
  form: Params,
  presence: Presence,
): Promise<Problem | null> {
  const card = text(form, 'number')
    ? createCard(work, { exp_month: '', exp_year: '', cvc: '', ...form })
    : null;
  if (card === null || card instanceof ApiError) return 'standIn.wrong';
  const { error } = await confirmPayment(work, payment, card, presence);
  return error && 'standIn.refused';
}

const fields = [
  ['number', 'standIn.number', 'cc-number'],
  ['exp_month', 'standIn.month', 'cc-exp-month'],
  ['exp_year', 'standIn.year', 'cc-exp-year'],
  ['cvc', 'standIn.cvc', 'cc-csc'],
] as const;

/** Returns a form with the fields for a card, and what was wrong with the last one. */
export function cardForm(language: Language, cents: number, problem: Problem | null): Html {
  const t = translators[language];
  return html`${problem && html`<p class="wrong" role="alert">${t(problem)}</p>`}
    <form method="post">
      ${
        cents > 0 &&
        fields.map(
          ([name, label, autocomplete]) =>
            html`<label
              >${t(label)}<input name="${name}" inputmode="numeric" autocomplete="${autocomplete}" required
            /></label>`,
        )
      }
      <button>${cents > 0 ? t('standIn.pay', { amount: money(cents) }) : t('standIn.free')}</button>
    </form>`;
}
