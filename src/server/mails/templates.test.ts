import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../domain/i18n/catalogue.ts';
import { readForm } from '../../domain/inputs/form.ts';
import { mailTemplateForm } from '../../domain/inputs/mail-template.ts';
import { readConfig } from '../config.ts';
import { checkMail } from '../ports/mail/port.ts';
import { onBehalf, writeMail, type MailTemplate } from './mail.ts';
import { mailTexts } from './mail-texts.ts';
import { originalWords, sampleMails, sampleOf, templateName, testOf, valuesOf } from './templates.ts';

const config = readConfig({
  APP_ENV: 'test',
  PUBLIC_URL: 'https://wattle.example',
  WATTLE_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
});
const templates = sampleMails(config).map((template): [string, MailTemplate] => [
  templateName(template),
  template,
]);
const write = (
  template: MailTemplate,
  words: Parameters<typeof writeMail>[4],
  language: 'en' | 'zh' = 'en',
) =>
  writeMail(
    config,
    'a.b@wattle.example',
    { email: 'a@demo.example', language, firstName: 'Ann' },
    template,
    words,
  );

const keysInTable = Object.values(mailTexts).flatMap((texts): string[] => [
  ...[texts.subject, texts.preheader, ...texts.before],
  ...[texts.heading, texts.button, texts.why, ...(texts.after ?? [])].filter((key) => key !== undefined),
  ...(texts.behalf ?? []).map((key) => `${key}Behalf`),
]);
const code = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|mail-(?:texts|keys)\.ts$/.test(name))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n');
const matches = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, key = '']) => key);
/** Keys that the code of the mails names beside the table: paragraphs and lines that only some of them have. */
const keysInCode = matches(/['`](mail\.[\w.]+)['`]/g);
/** Beginnings of keys that end with a value, such as the unit of a price. */
const beginnings = matches(/`(mail\.[\w.]+\.)\$\{/g);

describe('the mails whose texts administrators can replace', () => {
  it('are all mails to users, each with its own name [SET-03, GAP-77]', () => {
    const names = templates.map(([name]) => name);
    expect(names).toEqual([...new Set(names)]);
    const table = Object.keys(mailTexts);
    expect(table.length).toBeGreaterThan(90);
    expect(table).toEqual(Object.values(mailTexts).map((texts) => templateName(texts)));
    const noTemplates = ['helpDesk', 'digestMonthly', 'digestAnnually'];
    expect(table.filter((name) => !names.includes(name)).toSorted()).toEqual(noTemplates.toSorted());
    expect(names.filter((name) => !table.includes(name))).toEqual([]);
    // No mail is written beside the table. The subject of test mails surrounds that of another mail.
    expect(keysInCode.filter((key) => key.includes('.subject'))).toEqual(['mail.test.subject']);
  });

  it('use every text of a mail, and each exists in both languages [LANG-01]', () => {
    const used = [...keysInTable, ...keysInCode];
    const texts = (language: 'en' | 'zh') =>
      new Set(
        Object.keys(catalogue[language])
          .filter((key) => key.startsWith('mail.'))
          .map((key) => key.replace(/_(one|other)$/, '')),
      );
    for (const language of ['en', 'zh'] as const)
      expect(used.filter((key) => !texts(language).has(key))).toEqual([]);
    // Texts of mails that no event sends.
    const unsent = /^mail\.(consentChanged|security\.(breach|emergencyTries)|part\.(notYou|settingsLink))/;
    const isNamed = (key: string) => beginnings.some((start) => key.replace(/\w+$/, '') === start);
    const unused = [...texts('en')].filter((key) => !used.includes(key) && !isNamed(key));
    expect(unused.filter((key) => !unsent.test(key))).toEqual([]);
    expect(unused.length).toBe(11);
  });

  it.each(templates)(
    '%s is unchanged if its original texts are entered as replacements [GAP-77]',
    (_, template) => {
      for (const language of ['en', 'zh'] as const) {
        const original = originalWords(template, language);
        expect(readForm(mailTemplateForm(valuesOf(template, language)), original)).toEqual({
          ok: true,
          value: original,
        });
        const plain = write(template, {}, language);
        const own = write(template, { words: { [language]: original } }, language);
        expect(own).toEqual(plain);
        expect(own.plain + own.subject).not.toMatch(/\{\w+\}/);
      }
    },
  );
});

describe('a mail to a user who keeps the plan for another person', () => {
  const toOwners = templates.filter(
    ([name, { why }]) => /why(Account|HadAccount)$/.test(why) && !(`${name}Behalf` in mailTexts),
  );
  const own = {
    en: /\b(?:your|my) (?:plan|files and your card|emergency|wishes|family|doctor)\b|[^k] your card (?:still|stays|with)/i,
    zh: /(?:您|我)的(?:计划|急救|意愿|家人|医生)/,
  };
  /** The name of a page. */
  const pages = /the page My plan|“我的计划”页面/g;

  it.each(toOwners)('%s speaks of the plan, not of their plan, in both languages [D-02]', (_, template) => {
    for (const language of ['en', 'zh'] as const) {
      const { subject, plain } = write(onBehalf(template), {}, language);
      expect(`${subject}\n${plain}`.replaceAll(pages, '')).not.toMatch(own[language]);
    }
  });

  it('is otherwise the same mail, with the same values, button and reason [D-02]', () => {
    const locked = sampleOf(config, 'planLocked')!;
    const mail = write(onBehalf(locked), {});
    expect(mail.subject).toBe('The plan was locked');
    expect(mail.plain).toContain(
      'You can read it and the card still works. To change it, ask Banksia House.',
    );
    expect(mail.plain).toContain('Open the plan:\nhttps://wattle.example/my-acp');
    expect(write(locked, {}).subject).toBe('Your plan was locked');
  });
});

describe('replaced texts', () => {
  const template = sampleOf(config, 'security.cardRenewed')!;
  const words = (body: string, subject = 'News for you') => ({ words: { en: { subject, body } } });

  it('surround the button, with the values of the mail [GAP-77]', () => {
    const mail = write(template, words('First, on {date}.\n\nSecond.\n\n{button}\n\nThird: {helpPhone}'));
    expect(mail.subject).toBe('News for you');
    expect(mail.plain).toContain(
      'First, on 21 November 2026.\n\nSecond.\n\nPrint my new card:\nhttps://wattle.example/my-acp\n\nThird: 1800 000 000',
    );
    expect(mail.plain).not.toContain('If this was not you');
  });

  it('apply to one language: the other keeps the original [GAP-77]', () => {
    expect(write(template, words('Mine.\n\n{button}'), 'zh')).toEqual(write(template, {}, 'zh'));
  });

  it('stay text, whatever they contain: nothing becomes markup or a header [security 24, security 28]', () => {
    const mail = write(
      template,
      words(
        '<script>alert(1)</script>\n\n<a href="https://evil.example">x</a>\n\n{button}',
        'Hi\r\nBcc: x@evil.example',
      ),
    );
    expect(() => checkMail(mail)).not.toThrow();
    expect(mail.html).not.toMatch(/<script|href="https:\/\/evil/);
    expect(mail.html).toContain('&lt;script&gt;');
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });

  it('have each value inserted once, even if a name contains a placeholder [security 24]', () => {
    const contact = sampleOf(config, 'emergencyOpenedContact')!;
    const named = {
      ...contact,
      params: () => ({ person: '{date} {button}', date: 'today', time: 'now', sender: 'x' }),
    };
    const mail = write(named, words('About {person} on {date} at {time}.', '{person}'));
    expect(mail.plain).toContain('About {date} {button} on today at now.');
    expect(mail.subject).toBe('{date} {button}');
  });

  it('never make a subject too long to send', () => {
    const contact = sampleOf(config, 'emergencyOpenedContact')!;
    const long = { ...contact, params: () => ({ person: 'x'.repeat(200), date: '', time: '', sender: '' }) };
    expect(() => checkMail(write(long, words('{person}', '{person} {person}')))).not.toThrow();
  });

  it('are marked in the subject of a test mail [GAP-77]', () => {
    expect(testOf({ subject: 'On {date}', body: 'x' }, 'en')).toEqual({
      subject: 'Test: On {date}',
      body: 'x',
    });
    expect(testOf({ subject: '{date}', body: 'x' }, 'zh').subject).toBe('测试：{date}');
  });
});

describe('the configured sender', () => {
  it('is on every mail, without the sentence that answers are not read [GAP-77]', () => {
    const [, template] = templates[0]!;
    const mail = write(template, { senderName: 'Banksia Care', replyTo: 'office@banksia.example' });
    expect(mail).toMatchObject({ senderName: 'Banksia Care', replyTo: 'office@banksia.example' });
    expect(mail.plain).not.toContain('Nobody reads replies');
    expect(write(template, {}).plain).toContain('Nobody reads replies');
  });
});
