import { describe, expect, it } from 'vitest';
import type { Language } from '../../domain/i18n/texts.ts';
import { readConfig } from '../config.ts';
import { checkMail, type Mail } from '../ports/mail/port.ts';
import { resetMail, securityMail, verificationMail, welcomeMail } from './accounts/account-mails.ts';
import { newSigninMail, staffOpenedMail } from './accounts/session-mails.ts';
import { mailStyles } from './mail-layout.ts';
import { writeMail, type MailTemplate } from './mail.ts';
import {
  emergencyOpenedContactMail,
  emergencyOpenedMail,
  planCompletedMail,
  planLinkMail,
} from './plan-mails.ts';
import { digestMail } from './digest-mail.ts';
import { sampleMails, templateName } from './templates.ts';
import * as payments from './payments/payment-mails.ts';

const config = readConfig({
  APP_ENV: 'test',
  PUBLIC_URL: 'https://wattle.example',
  WATTLE_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
  HELP_PHONE: '1800 123 456',
});
const link = 'https://wattle.example/verify-email#token=abc&x=1';
const at = new Date('2026-11-20T22:05:00Z');

const receipt: payments.PaidReceipt = {
  ...{
    transactionId: 'example',
    invoiceNumber: 'WAT-2026-0042',
    plan: 'care',
    amount: 3_900,
    discount: 1_000,
  },
  ...{ withGst: false, paidOn: '2026-11-21', card: { brand: 'unionpay', last4: '0005' } },
  after: { kind: 'next', amount: 4_900, on: '2027-11-21' },
};
const failed: payments.FailedRenewal = {
  ...{ amount: 4_900, failedOn: '2026-11-21', dueOn: '2026-11-20', retryOn: '2026-11-24' },
  graceUntil: '2026-11-27',
};

const templates: Record<string, MailTemplate> = {
  receipt: payments.receiptMail(config, receipt),
  receiptFree: payments.receiptMail(config, {
    ...receipt,
    ...{ plan: null, amount: 0, discount: 4_900, card: null, after: { kind: 'nothing' } },
  }),
  receiptNoCard: payments.receiptMail(config, {
    ...receipt,
    ...{ plan: 'lifetime', withGst: true, card: null, after: { kind: 'ends', on: '2027-11-21' } },
  }),
  renewalSoon: payments.renewalSoonMail(config, { amount: 4_900, on: '2027-11-21', card: receipt.card }),
  renewalSoonNoCard: payments.renewalSoonMail(config, { amount: 4_900, on: '2027-11-21', card: null }),
  paymentFailed: payments.paymentFailedMail(config, failed),
  paymentFailedLast: payments.paymentFailedMail(config, { ...failed, retryOn: null }),
  cardExpiring: payments.cardExpiringMail(config, {
    last4: '4242',
    month: 9,
    year: 2027,
    nextOn: '2027-11-21',
  }),
  refund: payments.refundMail(config, { amount: 4_900, last4: '4242' }),
  refundNoCard: payments.refundMail(config, { amount: 4_900, last4: null }),
  subscriptionEnded: payments.subscriptionEndedMail(config, '2027-11-21'),
  verification: verificationMail(link),
  reset: resetMail(link),
  welcome: welcomeMail(config),
  phoneChanged: securityMail(config, 'phoneChanged', at, { last3: '156' }),
  recoveryUsed: securityMail(config, 'recoveryUsed', at, { count: 9 }),
  newSignin: newSigninMail(config, 'Chrome/Windows', at),
  newSigninUnknown: newSigninMail(config, '-/-', at),
  staffOpened: staffOpenedMail(config, {
    staff: 'Priya Nair',
    organisation: 'Banksia House',
    startedAt: at,
    endedAt: new Date(at.getTime() + 12 * 60_000),
  }),
  staffOpenedByPlatform: staffOpenedMail(config, {
    staff: null,
    organisation: null,
    startedAt: at,
    endedAt: at,
  }),
  planCompleted: planCompletedMail(config, { person: null }),
  planLink: planLinkMail(config, { person: null }),
  planLinkBehalf: planLinkMail(config, { person: 'Lin Mei Chen' }),
  planCompletedBehalf: planCompletedMail(config, { person: 'Lin Mei Chen' }),
  emergencyOpened: emergencyOpenedMail(config, { person: null, canRenew: true }, { at, scanned: null }),
  emergencyOpenedPaper: emergencyOpenedMail(
    config,
    { person: null, canRenew: true },
    { at, scanned: { source: 'pdf', isOld: false, planAt: at } },
  ),
  emergencyOpenedArchived: emergencyOpenedMail(
    config,
    { person: null, canRenew: false },
    { at, scanned: { source: 'card', isOld: true, planAt: at } },
  ),
  emergencyOpenedBehalf: emergencyOpenedMail(
    config,
    { person: 'Lin Mei Chen', canRenew: true },
    { at, scanned: null },
  ),
  emergencyOpenedNotShared: emergencyOpenedContactMail('Lin Mei Chen', { at, scanned: null }, null),
};

const withoutLink = new Set([
  ...['deleteDone', 'helpCopy', 'emergencyOpenedNotShared', 'emergencyOpenedArchived', 'contactEnded'],
  ...['suspended', 'archived'],
  ...['inviteCancelled', 'inviteCancelledKept', 'customerMoved', 'customerRemovedContact'],
  ...['customerTakenBack', 'customerTakenBackContact', 'customerGone', 'customerGoneContact'],
  ...['staffSuspended', 'staffRemoved', 'handedOverContact'],
]);

/** Every mail whose texts administrators can replace, and those that differ by more than their texts. */
const all = [
  ...sampleMails(config).map((template): [string, MailTemplate] => [templateName(template), template]),
  ...Object.entries(templates),
];

const write = (
  template: MailTemplate,
  language: Language = 'en',
  firstName: string | null = 'Margaret',
): Mail =>
  writeMail(config, 'a.owner@wattle.example', { email: 'a@demo.example', language, firstName }, template);

const textOf = (markup: string) =>
  markup
    .replace(/<(title|style)>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');

describe.each(all)('the mail %s', (name, template) => {
  it.each(['en', 'zh'] as const)('is complete and can be sent in %s [GAP-119]', (language) => {
    const mail = write(template, language);
    expect(() => checkMail(mail)).not.toThrow();
    expect(mail.html).toContain(`<html lang="${language === 'en' ? 'en-AU' : 'zh-Hans'}">`);
    expect(mail.html + mail.plain + mail.subject).not.toMatch(/\{\w+\}|undefined|null|\[object/);
    expect(mail.subject).toMatch(language === 'en' ? /^[\x20-\x7e]+$/ : /\p{Script=Han}/u);
    expect(mail.html.match(/<h1 /g)).toHaveLength(1);
    expect(mail.plain).toContain('1800 123 456');
    expect(mail.plain).toContain('000');
  });

  it('has no half-width colon behind Chinese words [GAP-119]', () => {
    expect(write(template, 'zh').plain).not.toMatch(/\p{Script=Han}:/u);
  });

  it('has the same content as plain text and as HTML [GAP-119]', () => {
    const mail = write(template, 'en');
    const shown = textOf(mail.html);
    for (const line of mail.plain.split('\n').filter((text) => /\w{3}/.test(text)))
      expect(shown).toContain(line.replace(/:$/, ''));
  });

  it('loads nothing, runs nothing and links only to the product [security 22]', () => {
    const mail = write(template, 'en');
    expect(mail.html.split(mailStyles)).toHaveLength(2);
    expect(mail.html.match(/<style/gi)).toHaveLength(1);
    expect(mail.html).not.toMatch(/<(script|img|link|iframe|form|object)|src=|@import|url\(/i);
    const hosts = [...mail.html.matchAll(/href="([^"]+)"/g)].map(
      ([, href]) => new URL(href!.replaceAll('&amp;', '&')).host,
    );
    expect(new Set(hosts)).toEqual(new Set(withoutLink.has(name) ? [] : ['wattle.example']));
  });
});

const attacks = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; drop table users; --",
  '</title><svg onload=alert(1)>',
  'Ann\r\nBcc: thief@evil.example\r\n\r\n<h1>Hello',
  'Ann\u202Egnp.exe\u0000\u2028next',
  '{{constructor}} {helpPhone} $t(mail.part.help)',
  'x'.repeat(5_000),
];

describe('names in mails', () => {
  it.each(attacks)('stay text, whatever they contain: %j [security 24, security 28]', (name) => {
    for (const template of [
      templates['welcome']!,
      planCompletedMail(config, { person: name }),
      emergencyOpenedContactMail(name, { at, scanned: null }, null),
    ]) {
      const mail = write(template, 'en', name);
      expect(() => checkMail(mail)).not.toThrow();
      expect(mail.subject).not.toMatch(/[\r\n\u2028\u202E\0]/);
      expect(mail.html).not.toMatch(/<(script|img|svg)/i);
      expect(mail.html.match(/<h1/g)).toHaveLength(1);
      // A name cannot begin a line of its own in the plain text.
      expect(mail.plain).not.toMatch(/^(Bcc:|next|<h1>)/m);
      expect(mail.html.length).toBeLessThan(14_000);
      expect(mail.plain).not.toContain('{{constructor}} 1800');
    }
  });
});

describe('the content of mails about payment', () => {
  it('contains the amount, the item, the discount and the next payment [GAP-54]', () => {
    const { plain, subject } = write(templates['receipt']!);
    expect(subject).toBe('Your Wattle receipt for $39');
    for (const line of [
      'Invoice number: WAT-2026-0042',
      'We received $39 on 21 November 2026, with your UnionPay card that ends in 0005.',
      'Payment plan: Care plan',
      'Amount: $49',
      'Discount: $10',
      'Total: $39',
      'Next payment: $49 on 21 November 2027',
      'Download the invoice:\nhttps://wattle.example/api/invoices/example',
    ])
      expect(plain).toContain(line);
    expect(write(templates['receipt']!, 'zh').plain).toContain('使用尾号 0005 的 银联 卡');
    expect(write(templates['receiptFree']!).plain).toContain('You will not be charged again.');
  });

  it('contains GST only for a registered seller [D-34]', () => {
    expect(write(templates['receipt']!).plain).not.toContain('GST');
    expect(write(templates['receiptNoCard']!).plain).toContain('GST included: $3.55');
  });

  it('states that nothing ends for seven days, the next attempt, and where to pay [GAP-55]', () => {
    const first = write(templates['paymentFailed']!).plain;
    expect(first).toContain('We try again on 24 November 2026.');
    expect(first).toContain('Nothing stops before 27 November 2026.');
    expect(first).toContain('https://wattle.example/account-and-billing');
    const last = write(templates['paymentFailedLast']!).plain;
    expect(last).toContain('$49 is open since 20 November 2026.');
    expect(last).toContain('Nothing stops before 27 November 2026.');
    expect(last).not.toContain('try again on');
  });
});

describe('the content of mails', () => {
  it('contains no name in the greeting before the address is verified', () => {
    expect(write(templates['verification']!, 'en', null).plain).toContain('\n\nHello\n\n');
    expect(write(templates['welcome']!).plain).toContain('Dear Margaret');
  });

  it('contains the link below the button too, complete and escaped once', () => {
    const mail = write(templates['reset']!);
    expect(mail.plain).toContain(`Make a new password:\n${link}\n`);
    expect(mail.html.match(/href="https:\/\/wattle\.example\/verify-email#token=abc&amp;x=1"/g)).toHaveLength(
      2,
    );
    expect(textOf(mail.html)).toContain(` ${link} `);
  });

  it('contains date and time in Melbourne [LANG-03]', () => {
    expect(write(templates['emergencyOpened']!).plain).toContain('21 November 2026 at 09:05');
    expect(write(templates['emergencyOpened']!, 'zh').plain).toContain('2026年11月21日 09:05');
  });

  it('contains the time zone with every time [R-63]', () => {
    for (const [name, template] of Object.entries(templates)) {
      for (const [language, words] of [
        ['en', 'Melbourne time'],
        ['zh', '墨尔本时间'],
      ] as const) {
        const { plain } = write(template, language);
        if (plain.includes('09:05')) expect([name, plain.includes(words)]).toEqual([name, true]);
      }
    }
    expect(write(templates['newSignin']!).plain).toContain('at 09:05 (Melbourne time)');
  });

  it('leads from an opened plan to a new code and PIN; to the help line where the owner cannot make them [S-68]', () => {
    const link = 'Make a new code and PIN:\nhttps://wattle.example/my-acp#new-code\n';
    expect(write(templates['emergencyOpened']!).plain).toContain(link);
    expect(write(templates['emergencyOpenedBehalf']!).plain).toContain(link);
    const { plain, html } = write(templates['emergencyOpenedArchived']!);
    expect(plain).toContain('If not, call us on 1800 123 456.');
    expect(plain + html).not.toContain('new code');
  });

  it('names the card or paper with which a plan was opened, and whether it is old; nothing if it is not known [S-68]', () => {
    const old = write(templates['emergencyOpenedArchived']!).plain;
    expect(old).toContain('with your card and PIN.\n\nThe card was an old one, of 21 November 2026.');
    expect(write(templates['emergencyOpenedPaper']!).plain).toContain(
      'The code was on a printed plan, of 21 November 2026. It is the current one.',
    );
    expect(write(templates['emergencyOpened']!).plain).not.toMatch(/The card was|The code was/);
  });

  it('contains the unsubscribe page only in a summary [R-63]', () => {
    const digest = {
      frequency: 'monthly',
      period: { from: '2026-10-01', to: '2026-11-01' },
      provider: 'Banksia House',
      counts: { signups: 1, users: null, completed: null, updated: null, draft: 0, invited: 0 },
    } as const;
    const pageOf = (staffOf: 'provider' | 'platform') =>
      write(digestMail(config, { ...digest, staffOf })).unsubscribe;
    expect(pageOf('provider')).toBe('https://wattle.example/provider/settings/notification');
    expect(pageOf('platform')).toBe('https://wattle.example/admin/settings/notification');
    expect(write(templates['emergencyOpened']!).unsubscribe).toBeUndefined();
  });

  it('names the person when another user keeps the account [D-02]', () => {
    expect(write(templates['planCompletedBehalf']!).subject).toBe('The plan for Lin Mei Chen is complete');
    expect(write(templates['emergencyOpenedBehalf']!).subject).toBe(
      'The emergency page of Lin Mei Chen was opened',
    );
    expect(write(templates['planCompleted']!).subject).toBe('Your plan is complete');
  });

  it('has both languages for a contact, each part marked as such', () => {
    const mail = write(templates['emergencyOpenedNotShared']!);
    expect(mail.plain).toContain('中文版见下方');
    expect(mail.html.match(/<div\s+lang="zh-Hans"/g)).toHaveLength(1);
    expect(mail.plain).toContain('有人打开了 Lin Mei Chen 的急救页面');
  });
});
