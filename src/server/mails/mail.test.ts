import { describe, expect, it } from 'vitest';
import type { Language } from '../../domain/i18n/texts.ts';
import { readConfig } from '../config.ts';
import { checkMail, type Mail } from '../ports/mail/port.ts';
import {
  legacyResetLetter,
  resetLetter,
  securityLetter,
  verificationLetter,
  verificationWithFileLetter,
  welcomeLetter,
} from './account-mails.ts';
import { newSigninLetter, staffOpenedLetter } from './session-mails.ts';
import { writeMail, type Letter } from './mail.ts';
import { deletedLetter, deletionLetter, exportReadyLetter } from './privacy-mails.ts';
import { emergencyOpenedContactLetter, emergencyOpenedLetter, planCompletedLetter } from './plan-mails.ts';

const config = readConfig({
  APP_ENV: 'test',
  PUBLIC_URL: 'https://wattle.example',
  WATTLE_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
  HELP_PHONE: '1800 123 456',
});
const link = 'https://wattle.example/verify-email?token=abc&x=1';
const at = new Date('2026-11-20T22:05:00Z');

const letters: Record<string, Letter> = {
  verification: verificationLetter(link),
  verificationWithFile: verificationWithFileLetter(link),
  reset: resetLetter(link),
  legacyReset: legacyResetLetter(link),
  welcome: welcomeLetter(config),
  passwordChanged: securityLetter(config, 'passwordChanged', at),
  cardRenewed: securityLetter(config, 'cardRenewed', at),
  mfaOn: securityLetter(config, 'mfaOn', at),
  mfaOff: securityLetter(config, 'mfaOff', at),
  phoneChanged: securityLetter(config, 'phoneChanged', at, { last3: '156' }),
  appChanged: securityLetter(config, 'appChanged', at),
  factorRemoved: securityLetter(config, 'factorRemoved', at),
  recoveryUsed: securityLetter(config, 'recoveryUsed', at, { count: 9 }),
  recoveryNew: securityLetter(config, 'recoveryNew', at),
  newSignin: newSigninLetter(config, 'Chrome/Windows', at),
  newSigninUnknown: newSigninLetter(config, '-/-', at),
  tooManyTries: securityLetter(config, 'tooManyTries', at),
  staffOpened: staffOpenedLetter(config, {
    staff: 'Priya Nair',
    organisation: 'Banksia House',
    startedAt: at,
    endedAt: new Date(at.getTime() + 12 * 60_000),
  }),
  staffOpenedByPlatform: staffOpenedLetter(config, {
    staff: null,
    organisation: null,
    startedAt: at,
    endedAt: at,
  }),
  exportReady: exportReadyLetter(config, at),
  deleteRequested: deletionLetter(config, 'deleteRequested', '2026-12-21'),
  deleteSoon: deletionLetter(config, 'deleteSoon', '2026-12-21'),
  deleteDone: deletedLetter(),
  planCompleted: planCompletedLetter(config, { person: null }),
  planCompletedBehalf: planCompletedLetter(config, { person: 'Lin Mei Chen' }),
  emergencyOpened: emergencyOpenedLetter(config, { person: null }, at),
  emergencyOpenedBehalf: emergencyOpenedLetter(config, { person: 'Lin Mei Chen' }, at),
  emergencyOpenedContact: emergencyOpenedContactLetter('Lin Mei Chen', at),
};

const write = (letter: Letter, language: Language = 'en', firstName: string | null = 'Margaret'): Mail =>
  writeMail(config, 'a.owner@wattle.example', { email: 'a@demo.example', language, firstName }, letter);

const textOf = (markup: string) =>
  markup
    .replace(/<title>.*?<\/title>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');

describe.each(Object.entries(letters))('the mail %s', (name, letter) => {
  it.each(['en', 'zh'] as const)('is complete and fit to send in %s [GAP-119]', (language) => {
    const mail = write(letter, language);
    expect(() => checkMail(mail)).not.toThrow();
    expect(mail.html).toContain(`<html lang="${language === 'en' ? 'en-AU' : 'zh-Hans'}">`);
    expect(mail.html + mail.plain + mail.subject).not.toMatch(/\{\w+\}|undefined|null|\[object/);
    expect(mail.subject).toMatch(language === 'en' ? /^[\x20-\x7e]+$/ : /\p{Script=Han}/u);
    expect(mail.html.match(/<h1 /g)).toHaveLength(1);
    expect(mail.plain).toContain('1800 123 456');
    expect(mail.plain).toContain('000');
  });

  it('has no half-width colon behind Chinese words [GAP-119]', () => {
    expect(write(letter, 'zh').plain).not.toMatch(/\p{Script=Han}:/u);
  });

  it('says the same as plain text and as HTML [GAP-119]', () => {
    const mail = write(letter, 'en');
    const shown = textOf(mail.html);
    for (const line of mail.plain.split('\n').filter((text) => /\w{3}/.test(text)))
      expect(shown).toContain(line.replace(/:$/, ''));
  });

  it('loads nothing, runs nothing and links to the product alone [security 22]', () => {
    const mail = write(letter, 'en');
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
    for (const letter of [
      letters['welcome']!,
      planCompletedLetter(config, { person: name }),
      emergencyOpenedContactLetter(name, at),
    ]) {
      const mail = write(letter, 'en', name);
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
    expect(write(letters['verification']!, 'en', null).plain).toContain('\n\nHello\n\n');
    expect(write(letters['welcome']!).plain).toContain('Dear Margaret');
  });

  it('puts the link below the button too, whole and once escaped', () => {
    const mail = write(letters['reset']!);
    expect(mail.plain).toContain(`Make a new password:\n${link}\n`);
    expect(
      mail.html.match(/href="https:\/\/wattle\.example\/verify-email\?token=abc&amp;x=1"/g),
    ).toHaveLength(2);
    expect(textOf(mail.html)).toContain(` ${link} `);
  });

  it('names date and time in Melbourne [LANG-03]', () => {
    expect(write(letters['emergencyOpened']!).plain).toContain('21 November 2026 at 09:05');
    expect(write(letters['emergencyOpened']!, 'zh').plain).toContain('2026年11月21日 09:05');
  });

  it('speaks of the person where somebody else keeps the account [D-02]', () => {
    expect(write(letters['planCompletedBehalf']!).subject).toBe('The plan for Lin Mei Chen is complete');
    expect(write(letters['emergencyOpenedBehalf']!).subject).toBe(
      'The emergency page of Lin Mei Chen was opened',
    );
    expect(write(letters['planCompleted']!).subject).toBe('Your plan is complete');
  });

  it('writes to a contact in both languages, each part marked as such', () => {
    const mail = write(letters['emergencyOpenedContact']!);
    expect(mail.plain).toContain('中文版见下方');
    expect(mail.html.match(/<div\s+lang="zh-Hans"/g)).toHaveLength(1);
    expect(mail.plain).toContain('有人打开了Lin Mei Chen的急救页面');
  });
});
