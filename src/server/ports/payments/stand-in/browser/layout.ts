import { createHash } from 'node:crypto';
import type { Language } from '../../../../../domain/i18n/texts.ts';
import { translators } from '../../../../../domain/i18n/translators.ts';
import { html, raw, type Html } from '../../../../pages/html.ts';

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

/** The headers of the stand-in's pages: forms allowed, no scripts, no caching. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src ${styleHash}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
  'x-robots-tag': 'noindex, nofollow',
};

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
