import { describe, expect, it } from 'vitest';
import { codeModules } from '../../../ui/drawings/qr-drawing.ts';
import { cardWordings } from '../card-words.ts';
import { cardLines } from './card-lines.ts';
import { drawCard, layOut } from './card-picture.ts';
import { linesOf, pictureSize, type Measure } from './picture-layout.ts';

/** Approximate letter widths of the product's fonts. */
const measure: Measure = (words, { size }) =>
  [...words].reduce((sum, letter) => sum + (/\p{Script=Han}/u.test(letter) ? size : size * 0.56), 0);

const facts = {
  full_name: 'Margaret Doyle',
  dob: '1941-05-04',
  care_provider: 'Banksia House',
  pin: '204815',
  share_id: 's',
  url: 'https://wattle.example/acp-login/3f0c9e0b6a7d4c1e8f52?v=3',
  version: 3,
  completed_at: '2026-05-10T00:00:00Z',
  of_directive: false,
};
const user = {
  id: 'u',
  first_name: 'Margaret',
  last_name: 'Doyle',
  dob: null,
  provider: null,
  for_my_self: true,
  account_owner: 'self',
};
const answers = { firstName: 'Margaret', lastName: 'Doyle', confirmName: 'Daniel Doyle' };
const long = 'Maria Immaculata Concepcion Papadimitropoulou de la Santisima Trinidad Featherstonehaugh';

const linesFor = (language: 'en' | 'zh', more: Partial<typeof facts> = {}, isForSelf = true) => {
  const whose = isForSelf ? user : { ...user, for_my_self: false, account_owner: 'child' };
  return cardLines({ ...facts, ...more }, cardWordings({ language, user: whose, answers }), '2026-05-10');
};

const modules = codeModules(facts.url);
const said = (lines: ReturnType<typeof linesFor>) =>
  layOut(lines, modules.length, measure)
    .words.map(({ words }) => words)
    .join(' ');

describe('the picture of the card', () => {
  it('has the text of the card, with the PIN in two groups [EMERG-01, EMERG-02, EMERG-03, EMERG-04]', () => {
    const words = said(linesFor('en'));
    for (const part of [
      'Emergency: I have an advance care plan',
      'Margaret Doyle',
      '04/05/1941',
      'Banksia House',
      'PIN number',
      '204 815',
      'Scan, then type the PIN',
      'If I can speak, ask me.',
      'Version 3, 10 May 2026',
    ])
      expect(words).toContain(part);
    expect(words).not.toMatch(/\p{Script=Han}/u);
  });

  it('has the English first and the Chinese with it for a plan in Chinese [EMERG-06]', () => {
    const words = said(linesFor('zh')).replaceAll(' ', '');
    expect(words.indexOf('Emergency:Ihave')).toBeLessThan(words.indexOf('紧急情况'));
    for (const part of ['PINnumberPIN码', '扫码后输入PIN码', '请先问我', '第3版'])
      expect(words).toContain(part);
  });

  it.each([
    ['en', true],
    ['zh', true],
    ['en', false],
    ['zh', false],
  ] as const)(
    'keeps every word on the card, and off the code: %s, for oneself %s [EMERG-01]',
    (language, isForSelf) => {
      for (const full_name of [facts.full_name, long, '欧阳娜娜陈林美'.repeat(6)]) {
        const lines = linesFor(language, { full_name, care_provider: long }, isForSelf);
        const { code, header, words } = layOut(lines, modules.length, measure);
        const codeWidth = code.module * (modules.length + 8);
        expect(code.y).toBeGreaterThan(header);
        expect(code.x + codeWidth).toBeLessThanOrEqual(pictureSize.width);
        expect(code.y + codeWidth).toBeLessThan(pictureSize.height);
        for (const placed of words) {
          const width = measure(placed.words, placed);
          const left = placed.align === 'center' ? placed.x - width / 2 : placed.x;
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left + width).toBeLessThanOrEqual(pictureSize.width);
          expect(placed.y).toBeLessThan(pictureSize.height);
          const besideCode = placed.y > code.y && placed.y - 0.9 * placed.size < code.y + codeWidth;
          if (besideCode) expect(left + width).toBeLessThanOrEqual(code.x);
          // Nothing under 7 points on the printed card.
          expect(placed.size).toBeGreaterThanOrEqual(22);
        }
      }
    },
  );

  it('draws each module of the code on whole pixels, black on white, at 600 dots an inch of the card [EMERG-05]', () => {
    const rectangles: { at: readonly number[]; fill: string }[] = [];
    const drawing = {
      fillStyle: '',
      strokeStyle: '',
      lineWidth: 0,
      font: '',
      textAlign: 'left' as const,
      fillRect: (...at: number[]) => rectangles.push({ at, fill: drawing.fillStyle }),
      strokeRect: () => {},
      fillText: () => {},
    };
    const picture = layOut(linesFor('en'), modules.length, measure);
    drawCard(drawing, picture, modules, () => '');
    expect(rectangles[0]).toEqual({ at: [0, 0, 2022, 1276], fill: '#FFFFFF' });
    expect(rectangles.flatMap(({ at }) => at).every(Number.isInteger)).toBe(true);
    const { code } = picture;
    const drawn = rectangles.slice(2).map(({ at: [x = 0, y = 0], fill }) => {
      expect(fill).toBe('#17231D');
      return `${(x - code.x) / code.module - 4} ${(y - code.y) / code.module - 4}`;
    });
    const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
    expect(drawn).toEqual(dark);
    expect(code.module).toBeGreaterThanOrEqual(12);
  });
});

describe('breaking words into lines', () => {
  const type = { size: 10, weight: 400 } as const;
  it.each([
    ['at blanks', 'one two three', 45, ['one two', 'three']],
    [
      'between Han characters, with no sign at the beginning of a line',
      '请先问我，好吗',
      40,
      ['请先问', '我，好吗'],
    ],
    ['inside a word that is longer than a line', 'abcdefghij', 29, ['abcde', 'fghij']],
  ])('breaks %s', (_, words, width, lines) => {
    expect(linesOf(words, width, type, measure)).toEqual(lines);
  });
});
