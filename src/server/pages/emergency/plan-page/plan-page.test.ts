import { describe, expect, it } from 'vitest';
import type { Language } from '../../../../domain/i18n/texts.ts';
import {
  answersOfMargaret,
  box,
  byDaniel,
  daniel,
  old,
  pageOf,
  pageOptions,
  priya,
  wordsOf,
} from '../emergency.fixture.ts';
import { unsignedPage } from '../unsigned-page.ts';
import { planPage } from './plan-page.ts';

describe('the emergency page', () => {
  it('of an archived record says first where another record of the person is kept, also without a signed plan [N-13]', () => {
    const otherRecord = { provider: 'Banksia North', phone: '03 5550 0140' };
    const line = 'Archived record: another record of this person is kept at Banksia North, 03 5550 0140.';
    for (const page of [
      pageOf({ otherRecord }),
      unsignedPage(pageOptions({ standing: 'none', otherRecord })),
    ]) {
      const words = wordsOf(page.slice(page.indexOf('<main>')));
      expect(words.trim().startsWith(line)).toBe(true);
      expect(words).not.toContain('This is the current plan');
    }
    expect(wordsOf(pageOf({ otherRecord }))).toContain('The plan of the archived record:');
    expect(wordsOf(pageOf())).not.toContain('Archived record');
  });

  it.each<[Language, string[]]>([
    [
      'en',
      [
        'Margaret Citizen',
        'Born 04/05/1948, age 77',
        'CPR',
        'Margaret would not want:',
        'Who to call',
        'This is the current plan:',
        'For life to be worth living',
        'Treatments not refused',
        'Other people to call',
        'Care provider: Banksia Coast Care',
        'Advance care plan: my wishes and values',
        'Download PDF',
        'Close this plan',
      ],
    ],
    [
      'zh',
      [
        'Margaret Citizen',
        '04/05/1948 出生，77 岁',
        '心肺复苏（CPR）',
        'Margaret不愿意接受：',
        '打电话给谁',
        '这是现行的计划：',
        '要觉得日子值得过',
        '没有拒绝的治疗',
        '还可以打电话给',
        '服务机构：Banksia Coast Care',
        '预先护理计划：我的意愿和我看重的事',
        '下载 PDF',
        '关闭计划',
      ],
    ],
  ])(
    'keeps the order of the ten-second view in %s (D-06) [EMERG-01] [EMERG-02] [EMERG-03]',
    (language, order) => {
      const page = pageOf({}, { language });
      const body = wordsOf(page.slice(page.indexOf('<main>')));
      const places = order.map((text) => body.indexOf(text));
      expect(places).not.toContain(-1);
      expect(places).toEqual([...places].sort((a, b) => a - b));
    },
  );

  it('shows "--" where there is no care provider [EMERG-03]', () => {
    expect(wordsOf(pageOf({ careProvider: null }))).toContain('Care provider: --');
  });

  it('names the decision maker first, with a button that dials digits only', () => {
    const page = pageOf({ contacts: [priya, daniel] });
    const call = box(page, 'Who to call: substitute decision maker');
    expect(call).toContain('<b>Daniel Citizen, Son</b>');
    expect(call).toContain('<a class="btn" href="tel:0491570156">Call 0491 570 156</a>');
    expect(box(page, 'Other people to call')).toContain('href="tel:0355500123">Call (03) 5550 0123</a>');
    expect([...page.matchAll(/href="tel:([^"]*)"/g)].map(([, number]) => number)).toEqual([
      '0491570156',
      '0355500123',
    ]);
  });

  it('marks a decision maker who has not answered, and an enduring guardian as named in the plan (D-33)', () => {
    const page = pageOf({ contacts: [{ ...daniel, status: 'pending', enduringGuardian: true }] });
    const heading = 'Who to call: substitute decision maker';
    expect(wordsOf(box(page, heading))).toContain('has not yet agreed to be a contact');
    expect(wordsOf(page)).toContain('Daniel Citizen: enduring guardian, as named in this plan');
    const second = pageOf({ contacts: [daniel, { ...daniel, enduringGuardian: true }] });
    expect(wordsOf(second)).toContain('Substitute decision maker, enduring guardian, as named in this plan');
    expect(wordsOf(box(pageOf(), heading))).not.toContain('not yet agreed');
    expect(wordsOf(pageOf())).toContain(
      'Substitute decision maker: Named in this plan. Ask if they are also appointed by law.',
    );
  });

  it('states that no contact is named', () => {
    expect(wordsOf(pageOf({ contacts: [{ ...priya, status: 'pending' }] }))).toContain(
      'Who to call\nNo contacts are named in this plan.',
    );
  });

  it('states that the plan is current, with version and date', () => {
    expect(wordsOf(pageOf())).toContain('This is the current plan:\nversion 3, signed 12 March 2026.\n');
  });

  it.each([
    ['card', 'Old card', 'Your card has version 2, 2 January 2025.\n'],
    ['pdf', 'Old paper', 'Your paper has version 2, 2 January 2025. Put it aside.\n'],
  ] as const)(
    'states at the top, when an old %s was scanned, that the newest plan is below, with its version and date (D-09) [R-32] [S-09]',
    (source, lead, sentence) => {
      const words = wordsOf(pageOf({ scanned: { ...old, source } }));
      expect(words).toContain(
        `${lead}. Below is the newest plan, version 3, 12 March 2026.\nMargaret Citizen\n`,
      );
      const changedAt = new Date('2026-11-24T02:00:00Z');
      const plan = {
        version: 4,
        language: 'en' as const,
        signedAt: new Date('2026-03-12T02:00:00Z'),
        changedAt,
      };
      const changed = pageOf({ scanned: { ...old, source }, plan });
      expect(wordsOf(changed)).toContain(
        `${lead}. Below is the newest plan, version 4, 24 November 2026.\nMargaret`,
      );
      const zh = wordsOf(pageOf({ scanned: { ...old, source }, plan }, { language: 'zh' }));
      expect(zh).toContain('下面是最新的计划，第 4 版，2026年11月24日。');
      expect(words).toContain('This is the current plan:\nversion 3, signed 12 March 2026.\n');
      expect(words).toContain(sentence);
    },
  );

  it('shows for each paper the day on which it was added, in both languages [S-03]', () => {
    const files = [{ id: '1', file_name: 'directive.pdf', activated_timestamp: '2026-05-01T02:00:00Z' }];
    const words = (language: 'en' | 'zh') =>
      wordsOf(planPage({ ...pageOptions({ files }, { language }), filesAddress: '/files/' }));
    expect(words('en')).toContain('directive.pdf, added 1 May 2026');
    expect(words('zh')).toContain('directive.pdf，2026年5月1日上传');
    for (const language of ['en', 'zh'] as const) expect(words(language)).not.toMatch(/[{}]/);
  });

  it('shows who recorded the plan for whom, and never that the person wrote or signed it (D-02, D-28)', () => {
    const words = wordsOf(pageOf(byDaniel));
    expect(words).toContain(
      'Recorded by Daniel Citizen (child) for Margaret Citizen, who did not write or sign this plan.\n',
    );
    expect(words).toContain('After a catastrophic illness or injury\nNo: would not want CPR\n');
    expect(words).toContain('Margaret would not want:\nbreathing machine');
    expect(words).toContain('Daniel Citizen recorded no refusal of:');
    expect(words).toContain('Advance care plan: wishes and values of Margaret Citizen');
    expect(words).toContain(
      'Daniel Citizen wrote this plan to record Margaret’s wishes; it is not a form that Margaret made',
    );
    expect(words.slice(0, words.indexOf('About Margaret'))).not.toMatch(/\bmy\b|\bI\b/);
    expect(words).not.toMatch(/I would not want|In Margaret’s words|Margaret is told/);
  });

  it('never calls the plan a directive, and states neutrally that it is not the form of the state (D-01)', () => {
    const words = wordsOf(pageOf());
    expect(words).toContain(
      'This plan records Margaret’s wishes; it is not Victoria’s Advance Care Directive form',
    );
    expect(words.replaceAll('Victoria’s Advance Care Directive form', '')).not.toMatch(/directive|legally/i);
  });

  it('shows when it was opened, that this is recorded, and when it closes', () => {
    const words = wordsOf(pageOf());
    expect(words).toContain('Opened 5 April 2026 at 14:02. This is recorded, and Margaret is told.');
    expect(words).toContain('This page closes at 14:32.');
  });

  it('shows who is notified: the owner or recorder, and the decision makers if any of them accepted [R-44]', () => {
    const toldOf = (change: Parameters<typeof pageOf>[0], language: Language = 'en') =>
      wordsOf(pageOf(change, { language })).match(/(Opened 5 April|2026年4月5日 14:02).*/)?.[0];
    expect(toldOf({ tellsDeciders: true })).toBe(
      'Opened 5 April 2026 at 14:02. This is recorded. Margaret is told, and so is each substitute decision maker who said yes.',
    );
    expect(toldOf({ ...byDaniel, tellsDeciders: true })).toContain('Daniel Citizen is told, and so is each');
    expect(toldOf({ tellsDeciders: true }, 'zh')).toBe(
      '2026年4月5日 14:02 打开。已有记录，并会通知Margaret和已经答应的替代决策者。',
    );
    expect(toldOf({ tellsDeciders: false })).not.toContain('decision maker');
  });

  it.each(['en', 'zh'] as const)(
    'has no script, picture, font, frame or outside address (%s)',
    (language) => {
      for (const page of [
        pageOf({}, { language }),
        pageOf({ ...byDaniel, scanned: old }, { language, all: true }),
      ]) {
        expect(page).not.toMatch(/<(script|img|link|iframe|object|embed|svg|video|audio|base)\b/i);
        expect(page).not.toMatch(/\son\w+=|\sstyle=|javascript:|@import|url\(|https?:|\/\//i);
        expect(page).toContain('<meta name="robots" content="noindex">');
      }
    },
  );

  it('prints hostile text as text, at every position', () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='x'>&lt;$t(common.yes){firstName}\u202Eton`;
    const answers = Object.fromEntries(
      Object.entries({ ...answersOfMargaret, treatmentsSelected_note: hostile }).map(([key, value]) => [
        key,
        /^(firstName|lastName|helperName|confirmName|customsAndTraditions|explanations|otherCommentsOrWorries)$|_note$/.test(
          key,
        )
          ? hostile
          : value,
      ]),
    );
    const contact = { ...daniel, name: hostile, relationship: hostile, phone: `0491${hostile}` };
    const change = {
      answers,
      contacts: [contact, contact],
      careProvider: hostile,
      recordedBy: { name: hostile, relation: hostile },
    };
    const page = pageOf(change, { language: 'en', all: true });
    expect(page).not.toMatch(/<(script|img)|\u202E/);
    expect(page).not.toMatch(/<[^>]*\sonerror/);
    expect(wordsOf(page)).toContain(`${hostile.replace('\u202E', '')} ${hostile.replace('\u202E', '')}`);
    expect(page.match(/href="tel:[^"]*"/g)).toEqual(['href="tel:04911"', 'href="tel:04911"']);
  });
});
