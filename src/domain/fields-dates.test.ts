import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ageAt,
  birthDateProblem,
  dateFormats,
  dateOfIso,
  daysAfter,
  displayDate,
  isoOfDate,
  longDate,
  melbourneDate,
  melbourneTime,
  parseDate,
} from './fields.ts';

const realDate = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });

describe('birth date', () => {
  const today = '2026-11-21';

  it('is required and written DD/MM/YYYY [SIGNUP-21] [SIGNUP-24] [QSTEP2-03]', () => {
    expect(birthDateProblem(' ', today)).toBe('required');
    for (const text of [
      '1948-05-04',
      '4/5/1948',
      '04/05/48',
      '04.05.1948',
      '04/05/19488',
      '104/05/1948',
      'x 04/05/1948',
      'x',
    ]) {
      expect(birthDateProblem(text, today)).toBe('format');
    }
    expect(birthDateProblem('04/05/1948', today)).toBeUndefined();
    expect(birthDateProblem('０4/05/1948', today)).toBeUndefined();
    expect(isoOfDate('04/05/1948')).toBe('1948-05-04');
  });

  it('is a day of the calendar [QSTEP2-03]', () => {
    for (const text of [
      '31/04/1950',
      '29/02/1900',
      '29/02/1951',
      '00/01/1950',
      '01/13/1950',
      '01/00/1950',
      '32/01/1950',
    ]) {
      expect(birthDateProblem(text, today)).toBe('notReal');
    }
    for (const text of ['29/02/1952', '29/02/2000', '31/12/1950'])
      expect(birthDateProblem(text, today)).toBeUndefined();
  });

  it('accepts every real date and no other [QSTEP2-03]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 1, max: 9999 }),
        (d, m, y) => {
          const two = (n: number) => String(n).padStart(2, '0');
          const year = String(y).padStart(4, '0');
          const date = new Date(0);
          date.setUTCFullYear(y, m - 1, d);
          const real = date.getUTCDate() === d && date.getUTCMonth() === m - 1 && date.getUTCFullYear() === y;
          expect('iso' in parseDate(`${two(d)}/${two(m)}/${year}`)).toBe(real);
        },
      ),
    );
  });

  it('is today at the latest [SIGNUP-22] [QSTEP2-04]', () => {
    expect(birthDateProblem('21/11/2026', today)).toBeUndefined();
    expect(birthDateProblem('22/11/2026', today)).toBe('future');
  });

  it('is 1 January 1915 at the earliest [SIGNUP-23] [QSTEP2-05]', () => {
    expect(birthDateProblem('01/01/1915', today)).toBeUndefined();
    expect(birthDateProblem('31/12/1914', today)).toBe('tooEarly');
  });

  it('uses today’s date in Melbourne, on a server in any time zone [SIGNUP-22] [QSTEP2-04] [LANG-03]', () => {
    const lateOnFriday = new Date('2026-11-20T13:30:00Z');
    expect(melbourneDate(lateOnFriday)).toBe('2026-11-21');
    expect(birthDateProblem('21/11/2026', melbourneDate(lateOnFriday))).toBeUndefined();
    expect(birthDateProblem('22/11/2026', melbourneDate(lateOnFriday))).toBe('future');
    expect(birthDateProblem('21/11/2026', melbourneDate(new Date('2026-11-20T12:59:59Z')))).toBe('future');
  });
});

describe('dates', () => {
  it('are instants by the Melbourne clock, across both changes of daylight saving [LANG-03]', () => {
    expect(melbourneDate(new Date('2026-10-03T15:59:00Z'))).toBe('2026-10-04');
    expect(melbourneTime(new Date('2026-10-03T15:59:00Z'))).toBe('01:59');
    expect(melbourneTime(new Date('2026-10-03T16:00:00Z'))).toBe('03:00');
    expect(melbourneTime(new Date('2027-04-03T15:59:00Z'))).toBe('02:59');
    expect(melbourneTime(new Date('2027-04-03T16:00:00Z'))).toBe('02:00');
    expect(melbourneTime(new Date('2026-07-01T14:00:00Z'))).toBe('00:00');
    expect(melbourneDate(0)).toBe('1970-01-01');
  });

  it('are shown as DD/MM/YY, and a date of birth with four digits [LANG-02]', () => {
    expect(displayDate('2026-05-04')).toBe('04/05/26');
    expect(dateOfIso('1915-01-01')).toBe('01/01/1915');
    expect(dateOfIso('1915-01-01T00:00:00.000Z')).toBe('01/01/1915');
    expect(displayDate('2026-05-04T00:00:00.000Z', 'YYYY-MM-DD')).toBe('2026-05-04');
    fc.assert(
      fc.property(realDate, (date) => {
        const iso = date.toISOString().slice(0, 10);
        expect(isoOfDate(dateOfIso(iso))).toBe(iso);
        expect(displayDate(iso)).toMatch(/^\d\d\/\d\d\/\d\d$/);
      }),
    );
  });

  it('are shown in the format that a person chose [LANG-02, GAP-76]', () => {
    expect(dateFormats.map((format) => displayDate('2026-05-04', format))).toEqual([
      '04/05/26',
      '04/05/2026',
      '2026-05-04',
    ]);
  });

  it('are counted in days across months, years and the change of clocks [D-25]', () => {
    expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01');
    expect(daysAfter('2028-03-01', -1)).toBe('2028-02-29');
    fc.assert(
      fc.property(realDate, fc.integer({ min: -400, max: 400 }), (date, days) => {
        const iso = date.toISOString().slice(0, 10);
        expect((Date.parse(daysAfter(iso, days)) - Date.parse(iso)) / 86_400_000).toBe(days);
      }),
    );
  });

  it('are written in words of the language [LANG-02]', () => {
    expect(longDate('2026-05-04', 'en')).toBe('4 May 2026');
    expect(longDate('2026-05-04', 'zh')).toBe('2026年5月4日');
  });

  it('determine the age in whole years', () => {
    expect(ageAt('1948-05-04', '2026-05-03')).toBe(77);
    expect(ageAt('1948-05-04', '2026-05-04')).toBe(78);
    expect(ageAt('1952-02-29', '2027-02-28')).toBe(74);
    expect(ageAt('1952-02-29', '2027-03-01')).toBe(75);
  });
});
