import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { answersOfMargaret, daniel, pageOf, priya, wordsOf } from '../emergency.fixture.ts';

describe('the languages of the emergency page', () => {
  it('has no half-width punctuation and no unwanted spaces between Chinese characters (D-29)', () => {
    const words = wordsOf(
      pageOf(
        {
          answers: {
            ...answersOfMargaret,
            cannotTalk_note: '可以写字给我看。',
            treatmentsSelected_note: '先试一试。',
          },
          plan: {
            version: 3,
            language: 'zh',
            signedAt: new Date('2026-03-12T02:00:00Z'),
            changedAt: new Date('2026-04-01T02:00:00Z'),
          },
          contacts: [{ ...daniel, enduringGuardian: true }, priya],
        },
        { language: 'zh' },
      ),
    );
    expect(words).toContain('备注：可以写字给我看。');
    expect(words).toContain('Margaret的原话：先试一试。');
    expect(words).toContain('替代决策者：计划里写的人。');
    expect(words).toContain('Daniel Citizen：持久监护人（计划里这样写）');
    expect(words).toContain('这是现行的计划：\n第 3 版，2026年3月12日签名。2026年4月1日最近更改。');
    expect(
      words.match(/\p{Script=Han} ?[:,;?!]|[\p{Script=Han}。，：；？！] +[\p{Script=Han}（]/gu),
    ).toBeNull();
  });

  it('introduces a note in the language of the page, and shows its text in the language of the plan', () => {
    expect(pageOf({}, { language: 'zh' })).toContain(
      '备注：<span lang="en-AU">Unless I can still write.</span>',
    );
  });

  it('marks words written in the other language as such, and names the interpreter', () => {
    const plan = {
      version: 1,
      language: 'zh' as const,
      signedAt: new Date('2026-03-12T02:00:00Z'),
      changedAt: null,
    };
    const page = pageOf({ plan, answers: { ...answersOfMargaret, treatmentsSelected_note: '只为止痛' } });
    expect(page).toContain('<span class="words" lang="zh-Hans">只为止痛</span>');
    expect(wordsOf(page)).toContain('Margaret wrote in Chinese. Interpreter: TIS National, 131 450.');
    expect(wordsOf(pageOf())).not.toContain('Interpreter');
  });

  it('opens in English with a link to Chinese and back, which keeps the scanned version (D-29)', () => {
    expect(pageOf({}, { language: 'en', version: 2 })).toContain(
      '<a href="?v=2&amp;lang=zh" lang="zh-Hans" hreflang="zh-Hans">中文</a>',
    );
    expect(pageOf({}, { language: 'zh', version: 2 })).toContain(
      '<a href="?v=2" lang="en-AU" hreflang="en-AU">English</a>',
    );
    expect(pageOf()).toMatch(/^<!doctype html><html lang="en-AU">/);
  });

  it('has every text in both languages', () => {
    const keys = Object.keys(catalogue.en).filter((key) => key.startsWith('emergency.'));
    expect(keys.filter((key) => !(key in catalogue.zh))).toEqual([]);
  });
});
