import { describe, expect, it } from 'vitest';
import type { Language } from '../../domain/i18n/texts.ts';
import { readConfig } from '../config.ts';
import { checkMail, type Mail } from '../ports/mail/port.ts';
import {
  legacyResetMail,
  resetMail,
  securityMail,
  verificationMail,
  verificationWithFileMail,
  welcomeMail,
} from './account-mails.ts';
import { newSigninMail, staffOpenedMail } from './session-mails.ts';
import { writeMail, type MailTemplate } from './mail.ts';
import { deletedMail, deletionKeptMail, deletionMail, exportReadyMail } from './privacy-mails.ts';
import {
  emergencyOpenedContactMail,
  emergencyOpenedMail,
  planCompletedMail,
  planLinkMail,
} from './plan-mails.ts';
import { digestMail } from './digest-mail.ts';

const config = readConfig({
  APP_ENV: 'test',
  PUBLIC_URL: 'https://wattle.example',
  WATTLE_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
  HELP_PHONE: '1800 123 456',
});
const link = 'https://wattle.example/verify-email#token=abc&x=1';
const at = new Date('2026-11-20T22:05:00Z');

const templates: Record<string, MailTemplate> = {
  verification: verificationMail(link),
  verificationWithFile: verificationWithFileMail(link),
  reset: resetMail(link),
  legacyReset: legacyResetMail(link),
  welcome: welcomeMail(config),
  passwordChanged: securityMail(config, 'passwordChanged', at),
  cardRenewed: securityMail(config, 'cardRenewed', at),
  mfaOn: securityMail(config, 'mfaOn', at),
  mfaOff: securityMail(config, 'mfaOff', at),
  phoneChanged: securityMail(config, 'phoneChanged', at, { last3: '156' }),
  appChanged: securityMail(config, 'appChanged', at),
  factorRemoved: securityMail(config, 'factorRemoved', at),
  recoveryUsed: securityMail(config, 'recoveryUsed', at, { count: 9 }),
  recoveryNew: securityMail(config, 'recoveryNew', at),
  newSignin: newSigninMail(config, 'Chrome/Windows', at),
  newSigninUnknown: newSigninMail(config, '-/-', at),
  tooManyTries: securityMail(config, 'tooManyTries', at),
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
  exportReady: exportReadyMail(config, at),
  deleteRequested: deletionMail(config, 'deleteRequested', '2026-12-21'),
  deleteSoon: deletionMail(config, 'deleteSoon', '2026-12-21'),
  deleteKept: deletionKeptMail(config),
  deleteDone: deletedMail(),
  planCompleted: planCompletedMail(config, { person: null }),
  planLink: planLinkMail(config, { person: null }),
  planLinkBehalf: planLinkMail(config, { person: 'Lin Mei Chen' }),
  planCompletedBehalf: planCompletedMail(config, { person: 'Lin Mei Chen' }),
  emergencyOpened: emergencyOpenedMail(config, { person: null }, at),
  emergencyOpenedBehalf: emergencyOpenedMail(config, { person: 'Lin Mei Chen' }, at),
  emergencyOpenedContact: emergencyOpenedContactMail('Lin Mei Chen', at, null),
};

const write = (
  template: MailTemplate,
  language: Language = 'en',
  firstName: string | null = 'Margaret',
): Mail =>
  writeMail(config, 'a.owner@wattle.example', { email: 'a@demo.example', language, firstName }, template);

const textOf = (markup: string) =>
  markup
    .replace(/<title>.*?<\/title>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');

describe.each(Object.entries(templates))('the mail %s', (name, template) => {
  it.each(['en', 'zh'] as const)('is complete and fit to send in %s [GAP-119]', (language) => {
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

  it('says the same as plain text and as HTML [GAP-119]', () => {
    const mail = write(template, 'en');
    const shown = textOf(mail.html);
    for (const line of mail.plain.split('\n').filter((text) => /\w{3}/.test(text)))
      expect(shown).toContain(line.replace(/:$/, ''));
  });

  it('loads nothing, runs nothing and links to the product alone [security 22]', () => {
    const mail = write(template, 'en');
    expect(mail.html).not.toMatch(/<(script|img|link|iframe|form|object|style)|src=|@import|url\(/i);
    const hosts = [...mail.html.matchAll(/href="([^"]+)"/g)].map(
      ([, href]) => new URL(href!.replaceAll('&amp;', '&')).host,
    );
    const leadsNowhere = name === 'emergencyOpenedContact' || name === 'deleteDone';
    expect(new Set(hosts)).toEqual(new Set(leadsNowhere ? [] : ['wattle.example']));
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
  it.each(attacks)('stay words, whatever they are: %j [security 24, security 28]', (name) => {
    for (const template of [
      templates['welcome']!,
      planCompletedMail(config, { person: name }),
      emergencyOpenedContactMail(name, at, null),
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

describe('what mails say', () => {
  it('greets nobody by name before the address is known to be theirs', () => {
    expect(write(templates['verification']!, 'en', null).plain).toContain('\n\nHello\n\n');
    expect(write(templates['welcome']!).plain).toContain('Dear Margaret');
  });

  it('puts the link below the button too, whole and once escaped', () => {
    const mail = write(templates['reset']!);
    expect(mail.plain).toContain(`Make a new password:\n${link}\n`);
    expect(mail.html.match(/href="https:\/\/wattle\.example\/verify-email#token=abc&amp;x=1"/g)).toHaveLength(
      2,
    );
    expect(textOf(mail.html)).toContain(` ${link} `);
  });

  it('names date and time in Melbourne [LANG-03]', () => {
    expect(write(templates['emergencyOpened']!).plain).toContain('21 November 2026 at 09:05');
    expect(write(templates['emergencyOpened']!, 'zh').plain).toContain('2026年11月21日 09:05');
  });

  it('says whose time it is wherever it names one [R-63]', () => {
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

  it('leads who reads that the plan was opened to the list of who opened it [R-63]', () => {
    expect(write(templates['emergencyOpened']!).plain).toContain(
      'See who opened it:\nhttps://wattle.example/settings/privacy\n',
    );
  });

  it('names in a summary the page where its reader stops it, and in no other mail [R-63]', () => {
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

  it('speaks of the person where somebody else keeps the account [D-02]', () => {
    expect(write(templates['planCompletedBehalf']!).subject).toBe('The plan for Lin Mei Chen is complete');
    expect(write(templates['emergencyOpenedBehalf']!).subject).toBe(
      'The emergency page of Lin Mei Chen was opened',
    );
    expect(write(templates['planCompleted']!).subject).toBe('Your plan is complete');
  });

  it('writes to a contact in both languages, each part marked as such', () => {
    const mail = write(templates['emergencyOpenedContact']!);
    expect(mail.plain).toContain('中文版见下方');
    expect(mail.html.match(/<div\s+lang="zh-Hans"/g)).toHaveLength(1);
    expect(mail.plain).toContain('有人打开了Lin Mei Chen的急救页面');
  });
});
