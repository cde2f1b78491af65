import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ageAt,
  birthDateProblem,
  compactMedicare,
  dateFormats,
  dateOfIso,
  daysAfter,
  displayDate,
  hasDigit,
  isEmail,
  isLettersAndSpaces,
  isoOfDate,
  longDate,
  medicareProblem,
  melbourneDate,
  melbourneTime,
  normaliseEmail,
  parseDate,
  passwordProblems,
  passwordStrength,
  postcodeProblem,
  stateOfPostcode,
} from './fields.ts';

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const realDate = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });

describe('Medicare number', () => {
  it('may be left out [SIGNUP-30]', () => {
    expect(medicareProblem('')).toBeUndefined();
    expect(medicareProblem('   ')).toBeUndefined();
  });

  it('takes numbers with a good check digit, with or without spaces [SIGNUP-31]', () => {
    for (const number of ['2123456701', '2123 45670 1', ' 2123456701 '])
      expect(medicareProblem(number)).toBeUndefined();
    expect(compactMedicare('2123 45670 1')).toBe('2123456701');
  });

  it('wants 10 digits [SIGNUP-31]', () => {
    for (const number of ['212345670', '21234567011', '212345670A', '２１２３４５６７０１', '2123-45670-1']) {
      expect(medicareProblem(number)).toBe('field.medicare.length');
    }
  });

  it('starts with 2 to 6 only [SIGNUP-32]', () => {
    const starts = [...'0123456789'].filter((first) => {
      const eight = `${first}1234567`;
      return medicareProblem(`${eight}${checkDigitOf(eight)}1`) === undefined;
    });
    expect(starts).toEqual(['2', '3', '4', '5', '6']);
    expect(medicareProblem('1123456781')).toBe('field.medicare.firstDigit');
  });

  function checkDigitOf(eight: string): number {
    const weight = (index: number) => (index % 4 === 0 ? 1 : index % 4 === 1 ? 3 : index % 4 === 2 ? 7 : 9);
    let sum = 0;
    for (let index = 0; index < 8; index += 1) sum += Number(eight.charAt(index)) * weight(index);
    return sum % 10;
  }

  it('has exactly one good ninth digit, whatever the tenth is [SIGNUP-33]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...'23456'), digits(7), digits(1), (first, seven, tenth) => {
        const eight = first + seven;
        const good = [...'0123456789'].filter(
          (ninth) => medicareProblem(eight + ninth + tenth) === undefined,
        );
        expect(good).toEqual([String(checkDigitOf(eight))]);
      }),
    );
    expect(medicareProblem('2123456711')).toBe('field.medicare.check');
  });
});

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
      'x',
      '０4/05/1948',
    ]) {
      expect(birthDateProblem(text, today)).toBe('format');
    }
    expect(birthDateProblem('04/05/1948', today)).toBeUndefined();
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

  it('takes every real date and no other [QSTEP2-03]', () => {
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

  it('counts today by the Melbourne calendar, on a server in any zone [SIGNUP-22] [QSTEP2-04] [LANG-03]', () => {
    const lateOnFriday = new Date('2026-11-20T13:30:00Z');
    expect(melbourneDate(lateOnFriday)).toBe('2026-11-21');
    expect(birthDateProblem('21/11/2026', melbourneDate(lateOnFriday))).toBeUndefined();
    expect(birthDateProblem('22/11/2026', melbourneDate(lateOnFriday))).toBe('future');
    expect(birthDateProblem('21/11/2026', melbourneDate(new Date('2026-11-20T12:59:59Z')))).toBe('future');
  });
});

describe('dates', () => {
  it('shows instants by the Melbourne clock, across both changes of daylight saving [LANG-03]', () => {
    expect(melbourneDate(new Date('2026-10-03T15:59:00Z'))).toBe('2026-10-04');
    expect(melbourneTime(new Date('2026-10-03T15:59:00Z'))).toBe('01:59');
    expect(melbourneTime(new Date('2026-10-03T16:00:00Z'))).toBe('03:00');
    expect(melbourneTime(new Date('2027-04-03T15:59:00Z'))).toBe('02:59');
    expect(melbourneTime(new Date('2027-04-03T16:00:00Z'))).toBe('02:00');
    expect(melbourneTime(new Date('2026-07-01T14:00:00Z'))).toBe('00:00');
    expect(melbourneDate(0)).toBe('1970-01-01');
  });

  it('shows a date as DD/MM/YY, and a date of birth with four digits [LANG-02]', () => {
    expect(displayDate('2026-05-04')).toBe('04/05/26');
    expect(dateOfIso('1915-01-01')).toBe('01/01/1915');
    fc.assert(
      fc.property(realDate, (date) => {
        const iso = date.toISOString().slice(0, 10);
        expect(isoOfDate(dateOfIso(iso))).toBe(iso);
        expect(displayDate(iso)).toMatch(/^\d\d\/\d\d\/\d\d$/);
      }),
    );
  });

  it('shows a date in the way that a person chose [LANG-02, GAP-76]', () => {
    expect(dateFormats.map((format) => displayDate('2026-05-04', format))).toEqual([
      '04/05/26',
      '04/05/2026',
      '2026-05-04',
    ]);
  });

  it('counts days across months, years and the change of clocks [D-25]', () => {
    expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01');
    expect(daysAfter('2028-03-01', -1)).toBe('2028-02-29');
    fc.assert(
      fc.property(realDate, fc.integer({ min: -400, max: 400 }), (date, days) => {
        const iso = date.toISOString().slice(0, 10);
        expect((Date.parse(daysAfter(iso, days)) - Date.parse(iso)) / 86_400_000).toBe(days);
      }),
    );
  });

  it('writes a date in words of the language [LANG-02]', () => {
    expect(longDate('2026-05-04', 'en')).toBe('4 May 2026');
    expect(longDate('2026-05-04', 'zh')).toBe('2026年5月4日');
  });

  it('gives the age in whole years', () => {
    expect(ageAt('1948-05-04', '2026-05-03')).toBe(77);
    expect(ageAt('1948-05-04', '2026-05-04')).toBe(78);
    expect(ageAt('1952-02-29', '2027-02-28')).toBe(74);
    expect(ageAt('1952-02-29', '2027-03-01')).toBe(75);
  });
});

describe('postcode', () => {
  it('is required and exactly four digits [QSTEP2-07]', () => {
    expect(postcodeProblem('')).toBe('required');
    for (const text of ['32a0', '-328', '3.14', '٣٢٨٠']) expect(postcodeProblem(text)).toBe('digits');
    for (const text of ['328', '32800']) expect(postcodeProblem(text)).toBe('length');
    for (const text of ['3280', '0800']) expect(postcodeProblem(text)).toBeUndefined();
  });

  it('tells the state or territory', () => {
    const known = {
      '2000': 'nsw',
      '2600': 'act',
      '2620': 'nsw',
      '0200': 'act',
      '0800': 'nt',
      '3280': 'vic',
      '4000': 'qld',
    };
    for (const [postcode, state] of Object.entries(known)) expect(stateOfPostcode(postcode)).toBe(state);
    const more = {
      '5000': 'sa',
      '6000': 'wa',
      '7000': 'tas',
      '8001': 'vic',
      '9726': 'qld',
      '2914': 'act',
      '0100': undefined,
    };
    for (const [postcode, state] of Object.entries(more)) expect(stateOfPostcode(postcode)).toBe(state);
    expect(stateOfPostcode('2899')).toBeUndefined();
    expect(stateOfPostcode('abc')).toBeUndefined();
  });
});

describe('e-mail', () => {
  it('has at least two domain segments, and any ending [SIGNUP-15] [SIGNIN-06]', () => {
    for (const email of [
      'a@b.co',
      'mei.chen+acp@mail.example.museum',
      'x@例子.中国',
      "o'brien@a-b.health",
      ' A@B.COM ',
    ]) {
      expect(isEmail(email)).toBe(true);
    }
    const wrong = [
      '',
      'a',
      '@b.co',
      'a@',
      'a@b',
      'a@b.',
      'a@.co',
      'a@b..co',
      'a@@b.co',
      'a b@c.co',
      'a@b c.co',
      '.a@b.co',
    ];
    for (const email of [
      ...wrong,
      'a..b@c.co',
      'a@-b.co',
      'a@b.1',
      'a@b.c',
      'a@b.co\nbcc:x@y.co',
      'é@b.co',
      'a,b@c.co',
    ]) {
      expect(isEmail(email)).toBe(false);
    }
    expect(isEmail(`${'a'.repeat(65)}@b.co`)).toBe(false);
    expect(isEmail(`a@${'b'.repeat(260)}.co`)).toBe(false);
  });

  it('is trimmed and put in lower case [SIGNUP-16] [SIGNIN-07]', () => {
    expect(normaliseEmail('  Mei.Chen@Example.COM\t')).toBe('mei.chen@example.com');
  });

  it('never throws and never takes long on hostile text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'a@.-\u0000\uD800 王') }),
        (text) => typeof isEmail(text) === 'boolean',
      ),
    );
    const started = performance.now();
    isEmail(`${'a.'.repeat(50_000)}@${'a-'.repeat(50_000)}`);
    expect(performance.now() - started).toBeLessThan(200);
  });
});

describe('password', () => {
  it('has at least 8 characters [SIGNUP-17]', () => {
    expect(passwordProblems('Abcde12')).toEqual(['field.password.tooShort']);
    expect(passwordProblems('Abcdef12')).toEqual([]);
    expect(passwordProblems('')).toEqual(['field.password.required']);
  });

  it('has a small letter, a capital letter and a digit [SIGNUP-18]', () => {
    expect(passwordProblems('ABCDEF12')).toEqual(['field.password.lowercase']);
    expect(passwordProblems('abcdef12')).toEqual(['field.password.uppercase']);
    expect(passwordProblems('Abcdefgh')).toEqual(['field.password.digit']);
  });

  it('takes only printable ASCII without spaces, at most 128 [SIGNUP-19]', () => {
    for (const password of [
      'Abcdef12 ',
      'Abc def12',
      'Abcdef12é',
      'Abcdef12密',
      'Abcdef12\t',
      'Abcdef12\u007F',
    ]) {
      expect(passwordProblems(password)).toEqual(['field.password.characters']);
    }
    expect(passwordProblems(`Aa1${'!~'.repeat(62)}x`)).toEqual([]);
    expect(passwordProblems(`Aa1${'x'.repeat(126)}`)).toEqual(['field.password.tooLong']);
  });

  it('is refused when many people use it [SIGNUP-19]', () => {
    expect(passwordProblems('Password1', (password) => password === 'Password1')).toEqual([
      'field.password.common',
    ]);
  });

  it('has a strength of 1 to 5', () => {
    const strengths = ['', 'a', 'aaaaaaaa', 'aaaaaaaA', 'aaaaaaA1', 'aaaaaA1!', 'aaaaaaaaaaA1'].map(
      passwordStrength,
    );
    expect(strengths).toEqual([1, 1, 2, 3, 4, 5, 5]);
    fc.assert(
      fc.property(fc.string(), (password) => {
        expect([1, 2, 3, 4, 5]).toContain(passwordStrength(password));
        if (passwordProblems(password).length === 0)
          expect(passwordStrength(password)).toBeGreaterThanOrEqual(4);
      }),
    );
  });
});

describe('names', () => {
  it('have letters of any script, with marks, and spaces [QSTEP1-04]', () => {
    for (const name of ['Mei', 'Anne Marie', 'Zoë', 'Zoe\u0308', '王小明', 'नरेंद्र', 'עדן', 'Nguyễn']) {
      expect(isLettersAndSpaces(name)).toBe(true);
    }
    for (const name of ['', ' ', 'R2', 'Anne-Marie', "O'Brien", 'A.', 'A_B', '😀', '\u0301', 'A\nB', '٣']) {
      expect(isLettersAndSpaces(name)).toBe(false);
    }
  });

  it('show a digit of any script [QSTEP1-05] [QSTEP1-07] [QSTEP9-07]', () => {
    for (const name of ['R2', '王2', '٣', '３']) expect(hasDigit(name)).toBe(true);
    for (const name of ['O’Brien-Smith', '三木', 'Mc Donald']) expect(hasDigit(name)).toBe(false);
  });
});
