import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded } from './fold.ts';
import { longestTyped, readingsOf } from './typed.ts';
import { typedDate } from './typed-date.ts';

const today = '2026-11-28';
const read = (typed: string) =>
  readingsOf(typed, today).map(({ names, born, idBegins, room }) => ({
    names: names.join(' '),
    ...(born && 'days' in born && { days: born.days.join(' ') }),
    ...(born && 'year' in born && { year: born.year }),
    ...(idBegins !== null && { idBegins }),
    ...(room !== null && { room }),
  }));

describe('what is typed to find a customer', () => {
  it.each([
    ['McKenzie, Thuy', 'mckenzie thuy'],
    ['Zoë', 'zoe'],
    ['O’Brien-Draper', 'obrien draper'],
    ["D'ARCY", 'darcy'],
    ['Łukasz Strauß', 'lukasz strauss'],
    ['li\u200bguo', 'li guo'],
  ])('is words without accents, apostrophes and punctuation: %j [N-02]', (typed, names) => {
    expect(read(typed)).toEqual([{ names }]);
  });

  it.each([
    ['14/5/43', '1943-05-14'],
    ['14/05/1943', '1943-05-14'],
    ['14.5.43', '1943-05-14'],
    ['14-5-1943', '1943-05-14'],
    ['1943-05-14', '1943-05-14'],
    ['14 May 1943', '1943-05-14'],
    ['14 sept 43', '1943-09-14'],
    ['1943年5月14日', '1943-05-14'],
    ['3/2/20', '1920-02-03 2020-02-03'],
    ['3/2/27', '1927-02-03'],
    ['29/2/1944', '1944-02-29'],
  ])('is a birth date of the past: %j [N-02]', (typed, days) => {
    expect(read(typed)).toEqual([{ names: '', days }]);
  });

  it.each(['31/2/1943', '29/2/1943', '1/1/2099', '0/0/00', '1/1/1800', '99/99/99'])(
    'is null for a birth date that no customer can have: %j [N-02]',
    (typed) => {
      expect(read(typed)).toEqual([]);
    },
  );

  it.each([
    ['12B', '', '12b'],
    ['room 12B', '', '12b'],
    ['Room: 12b', '', '12b'],
    ['rm 012B', '', '12b'],
    ['房间：12B', '', '12b'],
    ['房间号 12B', '', '12b'],
    ['房号：12B', '', '12b'],
    ['Bed 2 A', '', '2 a'],
    ['Rose Ward, room 12B', 'rose ward', '12b'],
    ['Room East', '', 'east'],
  ])(
    'is a room, as it is printed or alone, with the words before it: %j [N-02] [N-09]',
    (typed, names, room) => {
      expect(read(typed)).toContainEqual({ names, room });
    },
  );

  it.each(['Rosemary Roome', 'Beddoes', 'Roomer', 'Room'])('is no room: %j [N-02] [N-09]', (typed) => {
    expect(read(typed)).toHaveLength(1);
  });

  it('is a name, a year of birth or the beginning of a customer ID for a number [N-02]', () => {
    expect(read('1943')).toEqual([
      { names: '1943' },
      { names: '', room: '1943' },
      { names: '', year: '1943' },
      { names: '', idBegins: '1943' },
    ]);
    expect(read('ann BH-1001')).toEqual([
      { names: 'ann bh 1001' },
      { names: '', room: 'ann bh-1001' },
      { names: 'ann', idBegins: 'bh1001' },
    ]);
    expect(read('2099')).toEqual([
      { names: '2099' },
      { names: '', room: '2099' },
      { names: '', idBegins: '2099' },
    ]);
  });

  it('is the same for a name with and without accents, in either form of Unicode [N-02]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(folded(text.normalize('NFC'))).toBe(folded(text.normalize('NFD')));
        expect(folded(folded(text))).toBe(folded(text));
      }),
    );
  });

  it('is at most eight readings with eight terms, each a name with letters or digits, for any text [N-02]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const readings = readingsOf(text, today);
        expect(readings.length).toBeLessThanOrEqual(8);
        for (const { terms, born, idBegins, room } of readings) {
          expect(terms.length).toBeLessThanOrEqual(8);
          expect(terms.length > 0 || born !== null || idBegins !== null || room !== null).toBe(true);
          for (const term of terms) expect(term).toMatch(/[\p{L}\p{N}]/u);
          for (const term of terms) expect(term.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
    expect(readingsOf('x'.repeat(500), today)[0]?.names.join('')).toHaveLength(longestTyped);
  });

  it('has every real day of the past as a birth date, in every form [N-02]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (days) => {
        const iso = new Date(Date.UTC(1915, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
        const [year = '', month = '', day = ''] = iso.split('-');
        for (const text of [`${day}/${month}/${year}`, `${Number(day)}.${Number(month)}.${year}`, iso])
          expect(typedDate(`ann ${text}`, today)).toEqual({ dates: [iso], rest: 'ann  ' });
        expect(typedDate(`${day}/${month}/${year.slice(2)}`, today)?.dates).toContain(iso);
      }),
    );
  });
});
