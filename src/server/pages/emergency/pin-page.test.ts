import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addressWith, emergencyHeaders, readEmergencyQuery } from './layout.ts';
import { pinPage, readPin, statusOfPin, type PinProblem } from './pin-page.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import { pageOf } from './emergency.fixture.ts';

const page = (problem: PinProblem | null, language: 'en' | 'zh' = 'en') =>
  pinPage({ t: translators[language], query: { language }, problem, helpPhone: '1800 555 012' });

describe('the PIN page', () => {
  it('has one number field, in a plain form to its own address', () => {
    const asked = page(null);
    expect(asked.match(/<input/g)).toHaveLength(1);
    expect(asked).toMatch(
      /<form method="post" novalidate><label for="pin">PIN number on the card<\/label><input id="pin" name="pin" inputmode="numeric"/,
    );
    expect(asked).toContain('autocomplete="off"');
    expect(asked).not.toMatch(/<script|<img|<link|https?:|\/\/|action=|url\(/);
  });

  it.each([
    [{ kind: 'required' }, 422, 'Type the 6 numbers of the PIN'],
    [{ kind: 'length' }, 422, 'The PIN has 6 numbers. Check the card.'],
    [{ kind: 'wrong', seconds: 8 }, 403, 'Wait 8 seconds, then try again.'],
    [{ kind: 'wait', seconds: 0.2 }, 429, 'Wait 2 seconds, then try again.'],
    [{ kind: 'limit' }, 429, 'There were too many tries with this card today.'],
    [{ kind: 'closed' }, 200, 'The plan was closed to keep it private.'],
    [{ kind: 'down' }, 503, 'We cannot open the plan just now.'],
  ] as const)('describes the problem in text: %j', (problem, status, words) => {
    const pageText = page(problem);
    expect(pageText).toContain(words);
    expect(pageText).toContain('role="alert"');
    expect(pageText).toContain('aria-describedby="problem hint"');
    expect(statusOfPin(problem)).toBe(status);
  });

  it('shows whom to call only when the plan cannot be opened [R-13] [D-40]', () => {
    expect(page({ kind: 'down' })).toContain('Talk to someone: 1800 555 012');
    expect(page({ kind: 'down' }, 'zh')).toContain('1800 555 012');
    for (const problem of [null, { kind: 'limit' }, { kind: 'wrong', seconds: 2 }] as const)
      expect(page(problem)).not.toContain('1800 555 012');
  });

  it('shows a wrong PIN, the time to wait, and where a newer card may be, in both languages', () => {
    for (const text of [
      'This card and PIN do not open a plan',
      'Check the 6 numbers',
      'may have made a new card',
    ]) {
      expect(page({ kind: 'wrong', seconds: 0 })).toContain(text);
    }
    expect(page({ kind: 'wrong', seconds: 0 })).not.toContain('Wait');
    expect(page({ kind: 'wrong', seconds: 4 }, 'zh')).toContain('请等 4 秒再试。');
    expect(page(null, 'zh')).toContain('<html lang="zh-Hans">');
  });

  it('never repeats the typed text', () => {
    expect(page({ kind: 'wrong', seconds: 0 })).not.toContain('value=');
  });

  it.each([
    ['123456', { pin: '123456' }],
    [' 123 456 ', { pin: '123456' }],
    ['123-456', { pin: '123456' }],
    ['１２３４５６', { pin: '123456' }],
    ['', { problem: { kind: 'required' } }],
    ['   ', { problem: { kind: 'required' } }],
    [undefined, { problem: { kind: 'required' } }],
    [['123456'], { problem: { kind: 'required' } }],
    ['12345', { problem: { kind: 'length' } }],
    ['1234567', { problem: { kind: 'length' } }],
    ['12345a', { problem: { kind: 'length' } }],
    ['٤٤٤٤٤٤', { problem: { kind: 'length' } }],
  ])('reads %j as %j', (typed, read) => {
    expect(readPin(typed)).toEqual(read);
  });
});

describe('the address and the headers of the emergency pages', () => {
  it.each([
    ['', { language: 'en' }],
    ['v=3', { language: 'en', version: 3 }],
    ['v=3&from=pdf&lang=zh&view=all', { language: 'zh', version: 3, source: 'pdf', all: true }],
    ['v=-1&lang=fr&from=x&view=x', { language: 'en' }],
    ['v=99999999999999', { language: 'en' }],
  ])('reads ?%s', (search, query) => {
    expect(readEmergencyQuery(new URLSearchParams(search))).toEqual(query);
  });

  it('writes addresses that it can read', () => {
    const query = { language: 'zh', version: 3, source: 'pdf', all: true } as const;
    expect(readEmergencyQuery(new URLSearchParams(addressWith(query)))).toEqual(query);
  });

  it('allows exactly the style sheets of its pages, and nothing else from any source', () => {
    const policy = emergencyHeaders()['content-security-policy'] ?? '';
    for (const markup of [page(null), pageOf()]) {
      const css = /<style>(.*?)<\/style>/s.exec(markup)?.[1] ?? '';
      expect(policy).toContain(`'sha256-${createHash('sha256').update(css).digest('base64')}'`);
    }
    expect(policy).toMatch(
      /^default-src 'none'; style-src '[^;]*'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(policy).not.toContain('unsafe');
  });

  it('forbids storing, indexing and referrers, and closes when its time is over', () => {
    expect(emergencyHeaders(1799.5)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      refresh: '1800',
    });
    expect(emergencyHeaders()).not.toHaveProperty('refresh');
  });
});
