import { createHash } from 'node:crypto';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../testing/services.ts';
import { writeMail } from '../mails/mail.ts';
import { welcomeMail } from '../mails/accounts/account-mails.ts';
import { outboxMailer } from '../ports/mail/outbox.ts';
import { registerOutboxPage } from './outbox-page.ts';

const production = {
  APP_ENV: 'prod',
  TRUST_PROXY: 'none',
  SMTP_URL: 'smtp://mail.wattle.example',
  MAIL_FROM: 'no-reply@wattle.example',
  SMS_URL: 'https://sms.wattle.example',
  SMS_TOKEN: 'x',
  SMS_FROM: 'Wattle',
  HELP_PHONE: '1800 123 456',
  HELP_HOURS: '9 to 5',
  HELP_HOURS_ZH: '9 点至 17 点',
  HELP_EMAIL: 'help@wattle.example',
  COMPANY_NAME: 'Wattle',
  COMPANY_ABN: '51 824 753 556',
  COMPANY_ADDRESS: 'x',
  PRIVACY_EMAIL: 'privacy@wattle.example',
  PRIVACY_OFFICER: 'x',
};

describe('the outbox page', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
    const mailer = outboxMailer(test.services.db);
    for (let number = 1; number <= 52; number += 1) {
      await mailer.send({
        messageId: `m${number}@wattle.example`,
        to: 'ann@demo.example',
        subject: `Mail ${number} <b>"&`,
        html: `<!doctype html><html lang="en-AU"><head><title>x</title></head><body>"Number ${number}" <script>alert(1)</script></body></html>`,
        plain: `Number ${number} <script>alert(1)</script>\nhttps://wattle.example/verify-email#token=t${number}&x=1`,
      });
    }
  });
  afterAll(() => test.close());

  function app(config = test.services.config) {
    const server = fastify();
    registerOutboxPage(server, { config, db: test.services.db });
    return server;
  }

  it('allows in its policy the style element of mails, which the frame with a mail inherits [GAP-119]', async () => {
    const { config } = test.services;
    const to = { email: 'ann@demo.example', language: 'en', firstName: 'Ann' } as const;
    const mail = writeMail(config, 'a.b@wattle.example', to, welcomeMail(config));
    const [, css = ''] = /<style>([^<]*)<\/style>/.exec(mail.html) ?? [];
    expect(css).toContain('prefers-color-scheme:dark');
    const hash = createHash('sha256').update(css, 'utf8').digest('base64');
    const { headers } = await app().inject('/dev/outbox');
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  });

  it('lists the newest fifty mails, with a title and a language, and without script [GAP-119]', async () => {
    const { body, headers } = await app().inject('/dev/outbox');
    expect(body).toContain('<html lang="en-AU">');
    expect(body.match(/<li>/g)).toHaveLength(50);
    expect(body).toContain('Mail 52 &lt;b&gt;&quot;&amp;');
    expect(body).not.toContain('Mail 2 ');
    expect(body).not.toContain('<script');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    const zh = await app().inject({ url: '/dev/outbox', headers: { 'accept-language': 'zh-CN' } });
    expect(zh.body).toContain('<html lang="zh-Hans">');
  });

  it('shows a mail in a frame without scripts, and its text with working links [security 24]', async () => {
    const list = await app().inject('/dev/outbox');
    const [, id = ''] = /href="\?mail=([^"]+)"/.exec(list.body) ?? [];
    const { body } = await app().inject(`/dev/outbox?mail=${id}`);
    expect(body).toMatch(
      /<iframe\s+sandbox="allow-top-navigation-by-user-activation"\s+title="[^"]+"\s+srcdoc="&lt;!doctype html&gt;/,
    );
    expect(body).toContain('<a href="https://wattle.example/verify-email#token=t52&amp;x=1">');
    expect(body).not.toContain('<script');
    expect((await app().inject('/dev/outbox?mail=nothing')).statusCode).toBe(404);
    expect((await app().inject('/dev/outbox?mail=a&mail=b')).statusCode).toBe(404);
  });

  it('gives tests the same as JSON [GAP-119]', async () => {
    const mails = (await app().inject('/dev/outbox.json')).json();
    expect(mails).toHaveLength(50);
    expect(mails[0]).toMatchObject({
      to: 'ann@demo.example',
      subject: 'Mail 52 <b>"&',
      messageId: 'm52@wattle.example',
    });
  });

  it('does not exist in production, or with a real mail server [security 40]', async () => {
    const live = await startServices({ ...production });
    expect((await app(live.services.config).inject('/dev/outbox')).statusCode).toBe(404);
    expect((await app(live.services.config).inject('/dev/outbox.json')).statusCode).toBe(404);
    expect(
      (await app({ ...live.services.config, smtpUrl: undefined }).inject('/dev/outbox.json')).statusCode,
    ).toBe(404);
    expect(
      (
        await app({
          ...test.services.config,
          smtpUrl: 'smtp://x',
          smsUrl: 'https://sms.example',
        }).inject('/dev/outbox.json')
      ).statusCode,
    ).toBe(404);
    await live.close();
  });
});
