import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { longDate, melbourneDate, melbourneTime } from '../../domain/fields.ts';
import type { Language, Translate } from '../../domain/i18n/texts.ts';
import type { Database, Services } from '../pipeline/context.ts';
import { languageOf } from '../features/sessions/request.ts';
import { mailStyles } from '../mails/mail-layout.ts';
import { translators } from '../../domain/i18n/translators.ts';
import { html, raw, type Html } from './html.ts';

/** How many mails the page shows. */
const newest = 50;

const styles = `
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;background:#FAF7EE;color:#17231D;font:18px/1.6 "Atkinson Hyperlegible Next Variable",Verdana,"DejaVu Sans",sans-serif}
:lang(zh){font-family:"PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif;line-height:1.75}
header{background:#15493A;color:#fff;padding:18px 24px;font-weight:700;font-size:24px;font-family:Verdana,"DejaVu Sans",sans-serif}
main{max-width:860px;margin:auto;padding:32px 20px 64px}
h1{font-size:32px;line-height:1.2;margin:0 0 8px}h2{font-size:22px;margin:32px 0 12px}p{margin:0 0 12px}
.soft{color:#414D46}.small{font-size:16px;line-height:1.5}
ul{list-style:none;margin:24px 0 0;padding:0}
li a{display:block;padding:16px 20px;margin-bottom:12px;background:#fff;border:1px solid #DCD6C4;border-radius:18px;color:#17231D;text-decoration:none}
li b{display:block;color:#15493A;text-decoration:underline;text-underline-offset:3px}
a{color:#15493A;text-underline-offset:3px}
:focus-visible{outline:3px solid #17231D;outline-offset:2px;box-shadow:0 0 0 2px #FAF7EE,0 0 0 8px #F3B712}
iframe{display:block;width:100%;height:900px;border:1px solid #DCD6C4;border-radius:18px;background:#FAF7EE}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;border:1px solid #DCD6C4;border-radius:18px;padding:20px;font:16px/1.6 ui-monospace,Menlo,Consolas,monospace;margin:0}
`.replaceAll('\n', '');

// In one piece: the hash covers every blank.
const styleElement = raw(`<style>${styles}</style>`);
const hashOf = (css: string) => `'sha256-${createHash('sha256').update(css, 'utf8').digest('base64')}'`;

// The frame that shows a mail inherits this page's policy: it also needs the style element and the style attributes of mails.
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src-elem ${hashOf(styles)} ${hashOf(mailStyles)}; style-src-attr 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/** Returns the language of a mail's text, which can differ from the page's (WCAG 3.1.2). */
const tagFor = (words: string) => (/\p{Script=Han}/u.test(words) ? 'zh-Hans' : 'en-AU');

function documentOf(language: Language, title: string, main: Html): string {
  const tag = language === 'zh' ? 'zh-Hans' : 'en-AU';
  return html`<!doctype html>
    <html lang="${tag}">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>${title} - Wattle</title>
      ${styleElement}
      <header lang="en-AU">Wattle</header>
      <main>${main}</main>
    </html>`.toString();
}

/** Renders text with its web addresses as links. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

function moment(at: Date, language: Language, t: Translate): string {
  return t('outbox.sentAt', { date: longDate(melbourneDate(at), language), time: melbourneTime(at) });
}

function findMails(db: Database) {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'message_id', 'to_address', 'subject', 'html', 'plain', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(newest)
    .execute();
}

type Mail = Awaited<ReturnType<typeof findMails>>[number];

function listPage(mails: readonly Mail[], language: Language, t: Translate): string {
  const items = mails.map(
    ({ id, to_address, subject, created_at }) =>
      html`<li>
        <a href="?mail=${id}"
          ><b lang="${tagFor(subject)}">${subject}</b
          ><span class="soft small"
            >${t('outbox.to')}: ${to_address}. ${moment(created_at, language, t)}</span
          ></a
        >
      </li>`,
  );
  const list =
    items.length > 0
      ? html`<ul>
          ${items}
        </ul>`
      : html`<p>${t('outbox.empty')}</p>`;
  return documentOf(
    language,
    t('outbox.title'),
    html`<h1>${t('outbox.title')}</h1>
      <p class="soft">${t('outbox.lead')}</p>
      ${list}`,
  );
}

function mailPage(mail: Mail, language: Language, t: Translate): string {
  const written = mail.html.includes('<head>')
    ? mail.html.replace('<head>', '<head><base target="_top">')
    : mail.html;
  // No script runs in the frame, and it cannot read anything of the product; its links open in the whole window.
  const frame = html`<iframe
    sandbox="allow-top-navigation-by-user-activation"
    title="${t('outbox.picture')}"
    srcdoc="${written}"
  ></iframe>`;
  return documentOf(
    language,
    mail.subject,
    html`<p><a href="/dev/outbox">${t('outbox.back')}</a></p>
      <h1 lang="${tagFor(mail.subject)}">${mail.subject}</h1>
      <p class="soft">${t('outbox.to')}: ${mail.to_address}. ${moment(mail.created_at, language, t)}</p>
      <h2>${t('outbox.picture')}</h2>
      ${frame}
      <h2>${t('outbox.plain')}</h2>
      <pre lang="${tagFor(mail.subject)}">${linked(mail.plain)}</pre>`,
  );
}

/**
 * Registers the pages that show the messages of the stand-ins for mail server and text message gateway: /dev/outbox for people,
 * /dev/outbox.json for tests. Registers nothing in production, or if both services are configured.
 */
export function registerOutboxPage(
  app: FastifyInstance,
  { config, db }: Pick<Services, 'config' | 'db'>,
): void {
  if (config.environment === 'prod' || (config.smtpUrl && config.smsUrl)) return;

  app.get(
    '/dev/outbox',
    async (request: FastifyRequest<{ Querystring: { mail?: unknown } }>, reply: FastifyReply) => {
      const language = languageOf(request);
      const t = translators[language];
      const mails = await findMails(db);
      const { mail: asked } = request.query;
      reply.headers(headers);
      if (asked === undefined) return reply.send(listPage(mails, language, t));
      const mail = mails.find(({ id }) => id === asked);
      if (mail) return reply.send(mailPage(mail, language, t));
      const gone = html`<h1>${t('outbox.gone')}</h1>
        <p><a href="/dev/outbox">${t('outbox.back')}</a></p>`;
      return reply.code(404).send(documentOf(language, t('outbox.title'), gone));
    },
  );

  app.get('/dev/outbox.json', async (_, reply: FastifyReply) => {
    const mails = await findMails(db);
    return reply.header('cache-control', 'no-store').send(
      mails.map(({ id, message_id, to_address, subject, html: markup, plain, created_at }) => ({
        id,
        messageId: message_id,
        to: to_address,
        subject,
        html: markup,
        plain,
        createdAt: created_at.toISOString(),
      })),
    );
  });
}
