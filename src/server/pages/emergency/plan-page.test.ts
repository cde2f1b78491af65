import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Answers } from '../../../domain/questionnaire/answers.ts';
import { noteMax } from '../../../domain/questionnaire/questions/kinds.ts';
import { emergencyPageLimit } from './plan-page.ts';
import { answersOfMargaret, daniel, pageOf, priya } from './emergency.fixture.ts';

const byDaniel = { recordedBy: { name: 'Daniel Citizen', relation: 'child' } };
const old = { version: 2, signedAt: new Date('2025-01-02T00:00:00Z'), source: 'card' as const };

/** What a reader sees, without styles and tags. */
function wordsOf(page: string): string {
  return page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<\/(p|li|dt|dd|h1|h2|h3|div|section)>|<br>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\n\s*/g, '\n');
}

/** The boxes and sections of the first screen: all before the rest of the page. */
const box = (page: string, heading: string): string => {
  const start = page.indexOf(`<h2>${heading}</h2>`);
  return start < 0 ? '' : page.slice(start, page.indexOf('</section>', start));
};

describe('the emergency page', () => {
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

  it.each([
    [
      'receive CPR regardless of expected quality of life',
      'Yes: wants CPR\nwhatever quality of life is expected',
    ],
    ['do not want CPR', 'No: does not want CPR'],
    [
      'only if minimum quality of life is expected',
      'Only if these are expected: able to speak and communicate; family around; little or no pain',
    ],
  ])('says an answer that is the same in both cases once, for both: %s [R-32]', (value, told) => {
    const cpr = wordsOf(
      box(
        pageOf({ answers: { ...answersOfMargaret, cprStopBreathing: value, cprCatastrophic: value } }),
        'CPR',
      ),
    );
    expect(cpr.trim()).toBe(
      `CPR\nIf heart or breathing stops, and also after a catastrophic illness or injury\n${told}`,
    );
  });

  it('keeps two different CPR answers apart', () => {
    expect(wordsOf(box(pageOf(), 'CPR'))).toMatch(
      /If heart or breathing stops\nOnly if these are expected: .*\nAfter a catastrophic illness or injury\nNo: does not want CPR\n/,
    );
  });

  it('says the condition itself in the box: all needs where there is room, and the number of those without [R-32]', () => {
    const boxWith = (answers: Answers, change: Parameters<typeof pageOf>[0] = {}) =>
      box(pageOf({ ...change, answers: { ...answersOfMargaret, ...answers } }), 'CPR');
    const few = boxWith({ treatmentsSelected: ['Operations'] });
    expect(wordsOf(few)).toContain(
      'Only if these are expected: able to speak and communicate; family around; little or no pain\n',
    );
    expect(few).not.toContain('href');
    const own = boxWith({ minimumQolList: ['Learning', 'Other'], other_qolList: 'Hearing the sea' });
    expect(wordsOf(own)).toContain('able to learn; Hearing the sea\n');
    const words = 'Hearing the sea every day of the year. '.repeat(5).trim();
    const long = boxWith({ minimumQolList: ['Other'], other_qolList: words });
    expect(wordsOf(long)).toContain('Only if these are expected: what Margaret wrote. Read it.\n');
    expect(long).toContain('<a class="if" href="#quality">');
  });

  it('says that a CPR question was not answered rather than nothing', () => {
    const { cprCatastrophic: _, ...answers } = answersOfMargaret;
    expect(wordsOf(box(pageOf({ answers }), 'CPR'))).toContain(
      'After a catastrophic illness or injury\nNot answered',
    );
  });

  it('lists the quality of life in full words, only when an answer depends on it', () => {
    const page = pageOf();
    expect(wordsOf(page)).toContain(
      'For life to be worth living, Margaret needs:\nBeing able to speak and communicate with others\nHaving their family around them\n',
    );
    expect(wordsOf(page)).toContain('Not sure what to expect? Call the substitute decision maker.');
    expect(pageOf({ answers: { ...answersOfMargaret, cprStopBreathing: 'do not want CPR' } })).not.toContain(
      'id="quality"',
    );
    expect(wordsOf(pageOf({ contacts: [priya] }))).not.toContain('Call the substitute decision maker');
  });

  it('prints refused and not refused treatments, each under its own words (D-03)', () => {
    const page = pageOf();
    expect(wordsOf(box(page, 'Margaret would not want:'))).toContain(
      'Margaret would not want:\nbreathing machine (ventilator)\nfeeding tube into the stomach (PEG)\nfeeding tube through the nose (nasogastric)\nkidney machine (dialysis)\noperations\n',
    );
    expect(wordsOf(box(page, 'Treatments not refused'))).toContain(
      'Margaret has not refused:blood transfusions\nantibiotics into a vein in hospital (IV)\n',
    );
    expect(wordsOf(page)).toContain('Nothing else on the list was refused. CPR is a separate answer.');
  });

  it('says in words that nothing was refused, and never as a list that looks like refusals (D-03)', () => {
    const refused = box(
      pageOf({ answers: { ...answersOfMargaret, treatmentsSelected: ['None of these'] } }),
      'Treatments refused',
    );
    expect(wordsOf(refused)).toContain(
      'Margaret has not refused any of these treatments: breathing machine (ventilator); feeding tube into the stomach (PEG)',
    );
    expect(refused).not.toContain('<li>');
  });

  it('reads nothing into a treatments question that was not answered', () => {
    const { treatmentsSelected: _, ...answers } = answersOfMargaret;
    const refused = wordsOf(box(pageOf({ answers }), 'Treatments refused'));
    expect(refused).toContain('Not answered');
    expect(refused).not.toContain('has not refused');
  });

  it('prints a short note beside the refusals, and a long one whole behind a link from there', () => {
    const short = pageOf({
      answers: { ...answersOfMargaret, treatmentsSelected_note: 'Operations only to ease pain.' },
    });
    expect(wordsOf(box(short, 'Margaret would not want:'))).toContain(
      'In Margaret’s words: Operations only to ease pain.',
    );
    const words = 'Operations only to ease pain. '.repeat(12).trim();
    const long = pageOf({ answers: { ...answersOfMargaret, treatmentsSelected_note: words } });
    expect(box(long, 'Margaret would not want:')).toContain(
      '<a class="go" href="#note">Read the note before you act.</a>',
    );
    expect(wordsOf(long)).toContain(`In Margaret’s words: ${words}`);
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

  it('says so when nobody is named', () => {
    expect(wordsOf(pageOf({ contacts: [{ ...priya, status: 'pending' }] }))).toContain(
      'Who to call\nNo contacts are named in this plan.',
    );
  });

  it('says that the plan is current, with version and date', () => {
    expect(wordsOf(pageOf())).toContain('This is the current plan:\nversion 3, signed 12 March 2026.\n');
  });

  it.each([
    ['card', 'Your card has version 2, 2 January 2025.\n'],
    ['pdf', 'Your paper has version 2, 2 January 2025. Put it aside.\n'],
  ] as const)(
    'says plainly, above all else, that a newer plan exists when an old %s was scanned (D-09) [R-32]',
    (source, sentence) => {
      const words = wordsOf(pageOf({ scanned: { ...old, source } }));
      expect(words).toContain('You scanned an old version. A newer plan exists.\nMargaret Citizen\n');
      expect(words).toContain('This is the current plan:\nversion 3, signed 12 March 2026.\n');
      expect(words).toContain(sentence);
    },
  );

  it('says who recorded the plan for whom, and never that the person wrote or signed it (D-02, D-28)', () => {
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

  it('says above the answers about health that they refuse nothing (D-23)', () => {
    expect(wordsOf(pageOf())).toContain(
      'If my health changed\nThese answers say how I feel. They do not refuse any treatment.\n2. If I could not hear',
    );
    expect(wordsOf(pageOf(byDaniel))).toContain(
      'These answers say how Margaret would feel. They do not refuse any treatment.',
    );
  });

  it('gives every answer of the plan with its note', () => {
    const words = wordsOf(pageOf());
    for (const text of [
      '4. If I could not talk',
      'Note: Unless I can still write.',
      'Biscuit, my dog, goes to my sister.',
      'At home',
    ]) {
      expect(words).toContain(text);
    }
  });

  it('has no half-width signs and no stray spaces between Chinese characters (D-29)', () => {
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

  it('speaks of a note in the language of the page, and of its words in the language of the plan', () => {
    expect(pageOf({}, { language: 'zh' })).toContain(
      '备注：<span lang="en-AU">Unless I can still write.</span>',
    );
  });

  it('never calls the plan a directive, and says neutrally that it is not the form of the state (D-01)', () => {
    const words = wordsOf(pageOf());
    expect(words).toContain(
      'This plan records Margaret’s wishes; it is not Victoria’s Advance Care Directive form',
    );
    expect(words.replaceAll('Victoria’s Advance Care Directive form', '')).not.toMatch(/directive|legally/i);
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

  it('opens in English with a link to Chinese and back, which keeps what was scanned (D-29)', () => {
    expect(pageOf({}, { language: 'en', version: 2 })).toContain(
      '<a href="?v=2&amp;lang=zh" lang="zh-Hans" hreflang="zh-Hans">中文</a>',
    );
    expect(pageOf({}, { language: 'zh', version: 2 })).toContain(
      '<a href="?v=2" lang="en-AU" hreflang="en-AU">English</a>',
    );
    expect(pageOf()).toMatch(/^<!doctype html><html lang="en-AU">/);
  });

  it('says when it was opened, that this is recorded, and when it closes', () => {
    const words = wordsOf(pageOf());
    expect(words).toContain('Opened 5 April 2026 at 14:02. This is recorded, and Margaret is told.');
    expect(words).toContain('This page closes at 14:32.');
  });

  it('says who is told: the owner or recorder, and decision makers where any of them said yes [R-44]', () => {
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
    'has no script, picture, font, frame or address elsewhere (%s)',
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

  it('prints hostile words as words, wherever they stand', () => {
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

  it.each(['en', 'zh'] as const)('holds the whole of a usual plan within 14 KB (%s)', (language) => {
    const busy = {
      contacts: [daniel, priya, { ...priya, name: 'Aunt Rose' }, { ...priya, name: 'Uncle Lee' }],
      answers: { ...answersOfMargaret, treatmentsSelected_note: 'Operations only to ease pain.' },
    };
    for (const change of [busy, { ...busy, ...byDaniel }, { ...busy, scanned: old }]) {
      const page = pageOf(change, { language });
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(emergencyPageLimit);
      expect(page).toContain('id="dying"');
    }
  });

  it('links to a page with every answer when the whole plan would be too long, and cuts no words there', () => {
    const long = 'My reasons are these. '.repeat(300).trim();
    const answers = { ...answersOfMargaret, explanations: long };
    const first = pageOf({ answers });
    expect(Buffer.byteLength(first)).toBeLessThanOrEqual(emergencyPageLimit);
    expect(first).toContain('<a href="?view=all#dying">Care when I am dying</a>');
    expect(wordsOf(first)).toContain('Who to call');
    expect(wordsOf(pageOf({ answers }, { language: 'en', all: true }))).toContain(long);
  });

  it('stays within 14 KB whatever people write', () => {
    const writing = fc.record({
      sign: fc.constantFrom('人', '&', 'a'),
      note: fc.nat(noteMax),
      name: fc.integer({ min: 1, max: 40 }),
      other: fc.nat(10_000),
      customs: fc.nat(10_000),
      contacts: fc.nat(40),
      onBehalf: fc.boolean(),
      language: fc.constantFrom('en', 'zh'),
    });
    fc.assert(
      fc.property(writing, ({ sign, onBehalf, language, ...lengths }) => {
        const name = '人'.repeat(lengths.name);
        const answers = {
          ...answersOfMargaret,
          firstName: name,
          lastName: name,
          minimumQolList: ['Having my family around me', 'Other'],
          other_qolList: sign.repeat(lengths.other),
          treatmentsSelected_note: sign.repeat(lengths.note),
          customsAndTraditions: sign.repeat(lengths.customs),
        };
        const contacts = Array.from({ length: lengths.contacts }, () => ({ ...daniel, name: name + name }));
        const page = pageOf(
          {
            answers,
            contacts,
            scanned: old,
            ...(onBehalf && { recordedBy: { name: name + name, relation: 'child' } }),
          },
          { language },
        );
        expect(Buffer.byteLength(page)).toBeLessThanOrEqual(emergencyPageLimit);
      }),
      {
        numRuns: 60,
        examples: [
          [
            {
              sign: '人',
              note: 140,
              name: 40,
              other: 140,
              customs: 0,
              contacts: 40,
              onBehalf: true,
              language: 'zh',
            },
          ],
        ],
      },
    );
  });

  it('has a text in both languages for all that it says', () => {
    const keys = Object.keys(catalogue.en).filter((key) => key.startsWith('emergency.'));
    expect(keys.filter((key) => !(key in catalogue.zh))).toEqual([]);
  });
});
