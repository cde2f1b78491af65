import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import type { Mail } from '../../ports/mail/port.ts';
import { faultsOf } from './mail-faults.fixture.ts';
import { mailStyles } from '../../mails/mail-layout.ts';
import { writeMail } from '../../mails/mail.ts';
import { sampleMails, sampleOf } from '../../mails/templates.ts';

const config = readConfig({
  APP_ENV: 'test',
  PUBLIC_URL: 'https://wattle.example',
  WATTLE_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
});
const receiver = { email: 'a@demo.example', firstName: null };
const write = (name: string, language: 'en' | 'zh' = 'en') =>
  writeMail(config, 'a.b@wattle.example', { ...receiver, language }, sampleOf(config, name)!);

const inBoth = (mail: Mail, from: string | RegExp, to: string): Mail => ({
  ...mail,
  html: mail.html.replace(from, to),
  plain: mail.plain.replace(from, to),
});
const inHtml = (mail: Mail, from: string | RegExp, to: string): Mail => ({
  ...mail,
  html: mail.html.replace(from, to),
});

const opened = write('emergencyOpened');
const chinese = write('contactRequest', 'zh');
const day = '21 November 2026';

/** One way to break a mail for each fault. */
const broken: Record<string, Mail> = {
  'a missing value': inBoth(opened, day, 'undefined'),
  'a missing value: It was opened on null': inBoth(opened, day, 'null'),
  'a placeholder': inBoth(opened, day, '{date}'),
  'empty brackets': inBoth(opened, 'Melbourne time)', ')'),
  'double blanks': inBoth(opened, `on ${day} at`, 'on  at'),
  'double punctuation': inBoth(opened, 'and PIN.', 'and PIN..'),
  'a blank before punctuation': inBoth(opened, `of ${day}.`, 'of .'),
  'punctuation at the beginning': inBoth(chinese, 'Lin Mei Chen 用', '，用'),
  'no beginning': inBoth(opened, 'The card was an old one', 'was an old one'),
  'a line of plain text that begins or ends with a blank': inBoth(opened, 'It was opened', ' was opened'),
  'a name glued to Chinese': inBoth(chinese, 'Lin Mei Chen 用', 'Lin Mei Chen用'),
  'nested brackets': inBoth(opened, '(Melbourne time)', '(Melbourne (time))'),
  'a colon without a value': inBoth(opened, `of ${day}. The plan has changed since.`, 'of:'),
  'a key': inBoth(opened, 'The people at Wattle', 'mail.part.signOff'),
  'no preview line': inHtml(opened, /(<body[^>]*>\s*<div[^>]*>)[^<]*/, '$1'),
  'a preview line that says nothing': inHtml(opened, /(<body[^>]*>\s*<div[^>]*>)[^<]*/, '$1Dear Margaret'),
  'more than one button': inHtml(opened, /(<a\s+href="[^"]+"\s+class="press".*?<\/a>)/s, '$1$1'),
  'links to more than one address': inHtml(opened, '</h1>', '</h1><a href="https://wattle.example/x">x</a>'),
  'not one reason': inHtml(opened, 'You get this email because', 'This email came because'),
  'not in the plain text: Hello': { ...opened, plain: opened.plain.replace('Hello', '') },
  'not in the plain text: Old cards': { ...opened, plain: opened.plain.replace(' Old cards then', '') },
  'an empty paragraph': inHtml(opened, '</h1>', '</h1><p style="margin:0"> </p>'),
  'a subject in the other language': { ...opened, subject: chinese.subject },
  'no color scheme': inHtml(opened, 'content="light dark"', 'content="light"'),
  'no dark styles': inHtml(opened, mailStyles, ''),
};

describe('the check of mails', () => {
  it.each(Object.entries(broken))('finds %s', (fault, mail) => {
    expect(faultsOf(mail, 'en').join('\n')).toContain(fault);
  });
});

describe('every mail', () => {
  it.each(['en', 'zh'] as const)(
    'has one thing to do, a reason, a preview line, and the same sentences as plain text, in %s [GAP-119]',
    (language) => {
      const faults = sampleMails(config).flatMap((template) =>
        faultsOf(writeMail(config, 'a.b@wattle.example', { ...receiver, language }, template), language),
      );
      expect(faults).toEqual([]);
    },
  );
});
