import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { noteMax } from '../../../domain/questionnaire/kinds.ts';
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
        'Treatments refused',
        'Who to call',
        'Is this plan current?',
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
        '拒绝的治疗',
        '打电话给谁',
        '这是现行的计划吗？',
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
      'Yes: wants CPR',
      'wants CPR, whatever quality of life is expected.',
    ],
    [
      'only if minimum quality of life is expected',
      'Only if: read the condition',
      'wants CPR only if the quality of life listed below is expected.',
    ],
    ['do not want CPR', 'No: does not want CPR', 'does not want CPR.'],
  ])('says each CPR answer as when, lead and one plain sentence: %s', (value, lead, sentence) => {
    const cpr = wordsOf(
      box(
        pageOf({ answers: { ...answersOfMargaret, cprStopBreathing: value, cprCatastrophic: value } }),
        'CPR',
      ),
    );
    expect(cpr).toContain(
      `If heart or breathing stops\n${lead}\nIf heart or breathing stops, Margaret ${sentence}\n`,
    );
    expect(cpr).toContain(
      `After a catastrophic illness or injury\n${lead}\nAfter a catastrophic illness or injury, Margaret ${sentence}\n`,
    );
  });

  it('keeps two different CPR answers apart', () => {
    const cpr = wordsOf(box(pageOf(), 'CPR'));
    expect(cpr).toMatch(
      /If heart or breathing stops\nOnly if.*\n.*only if the quality.*\nAfter a catastrophic illness or injury\nNo: does not want CPR\n/,
    );
  });

  it('says that a CPR question was not answered rather than nothing', () => {
    const { cprCatastrophic: _, ...answers } = answersOfMargaret;
    expect(wordsOf(box(pageOf({ answers }), 'CPR'))).toContain(
      'After a catastrophic illness or injury\nNot answered',
    );
  });

  it('lists the quality of life, linked from the answer, only when an answer depends on it', () => {
    const page = pageOf();
    expect(page).toContain('<a href="#quality">Only if: read the condition</a>');
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
    expect(wordsOf(box(page, 'Treatments refused'))).toContain(
      'Margaret would not want:breathing machine (ventilator)\nfeeding tube into the stomach (PEG)\nfeeding tube through the nose (nasogastric)\nkidney machine (dialysis)\noperations\n',
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
    expect(wordsOf(box(short, 'Treatments refused'))).toContain(
      'In Margaret’s words: Operations only to ease pain.',
    );
    const words = 'Operations only to ease pain. '.repeat(12).trim();
    const long = pageOf({ answers: { ...answersOfMargaret, treatmentsSelected_note: words } });
    expect(box(long, 'Treatments refused')).toContain(
      '<a href="#note">There is a note about this. Read it before you act.</a>',
    );
    expect(wordsOf(long)).toContain(`In Margaret’s words: ${words}`);
  });

  it('names the decision maker first, with a button that dials digits only', () => {
    const page = pageOf({ contacts: [priya, daniel] });
    expect(box(page, 'Who to call')).toContain('<b>Daniel Citizen, Son</b>');
    expect(box(page, 'Who to call')).toContain('<a class="btn" href="tel:0491570156">Call 0491 570 156</a>');
    expect(box(page, 'Other people to call')).toContain('href="tel:0355500123">Call (03) 5550 0123</a>');
    expect([...page.matchAll(/href="tel:([^"]*)"/g)].map(([, number]) => number)).toEqual([
      '0491570156',
      '0355500123',
    ]);
  });

  it('marks a decision maker who has not answered, and an enduring guardian as named in the plan (D-33)', () => {
    const call = wordsOf(
      box(pageOf({ contacts: [{ ...daniel, status: 'pending', enduringGuardian: true }] }), 'Who to call'),
    );
    expect(call).toContain(
      'Substitute decision maker, enduring guardian, as named in this plan\nhas not yet agreed to be a contact',
    );
    expect(wordsOf(box(pageOf(), 'Who to call'))).not.toContain('not yet agreed');
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
    expect(wordsOf(pageOf())).toContain(
      'Is this plan current?\nYes. This is the current plan: version 3, signed 12 March 2026.',
    );
  });

  it.each([
    [
      'card',
      'Your card has version 2, 2 January 2025. This page shows the newer plan: version 3, 12 March 2026.',
    ],
    [
      'pdf',
      'Your paper has version 2, 2 January 2025. Put it aside. This page shows the newer plan: version 3, 12 March 2026.',
    ],
  ] as const)(
    'says plainly that a newer plan exists when an old %s was scanned (D-09)',
    (source, sentence) => {
      const words = wordsOf(pageOf({ scanned: { ...old, source } }));
      expect(words).toContain(`You scanned an old version. A newer plan exists.\n${sentence}`);
      expect(words).not.toContain('Yes. This is the current plan');
    },
  );

  it('says who recorded the plan for whom, and never that the person wrote or signed it (D-02, D-28)', () => {
    const words = wordsOf(pageOf(byDaniel));
    expect(words).toContain(
      'Recorded by Daniel Citizen (child) for Margaret Citizen\nMargaret did not write or sign this plan.',
    );
    expect(words).toContain(
      'Daniel Citizen recorded: after a catastrophic illness or injury, Margaret would not want CPR.',
    );
    expect(words).toContain('Daniel Citizen recorded that Margaret would not want:');
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
    expect(words).toContain('替代决策者，持久监护人（计划里这样写）');
    expect(words).toContain('第 3 版，2026年3月12日签名。由Margaret Citizen于2026年4月1日更改并确认。');
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
