import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roles } from '../../access/actors.ts';
import {
  codeProblem,
  compactCode,
  inGroups,
  isSecondStepDue,
  lastDigits,
  maskedPhone,
  mobileOf,
  readRecoveryCode,
  recoveryBytes,
  recoveryCodeOf,
} from './second-step.ts';

const digits = (length: number) =>
  fc.stringMatching(new RegExp(`^[0-9]{${length}}$`)).filter((text) => text.length === length);

describe('a mobile number', () => {
  it.each([
    '0491 570 156',
    '0491570156',
    '+61 491 570 156',
    '+61491570156',
    '61 491 570 156',
    '+61 (0)491 570 156',
    '0061 491 570 156',
    '0011 61 491 570 156',
    '0491-570-156',
    '0491.570.156',
    '０４９１ ５７０ １５６',
    '\u00a00491\u2011570\u2011156 ',
  ])('is the same in any notation: %s [GAP-12]', (text) => {
    expect(mobileOf(text)).toBe('+61491570156');
  });

  it.each([
    '',
    '   ',
    '491570156',
    '0491 570 15',
    '0491 570 1567',
    '03 9123 4567',
    '1800 000 000',
    '000',
    '+64 21 123 4567',
    '+1 491 570 1567',
    '0491 570 I56',
    '0491570156;0491570157',
    '0491570156\n+61491570157',
    '++61491570156',
    '+610491570156x',
  ])('is Australian, and nothing else: %j [GAP-12]', (text) => {
    expect(mobileOf(text)).toBeNull();
  });

  it('does not change when it is read again, and can always receive messages', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          digits(8).map((rest) => `04${rest}`),
          fc.string(),
        ),
        (text) => {
          const number = mobileOf(text);
          if (number === null) return;
          expect(number).toMatch(/^\+614\d{8}$/);
          expect(mobileOf(number)).toBe(number);
        },
      ),
    );
  });

  it('shows only its last three digits [MFA-01] [GAP-12]', () => {
    expect(maskedPhone('+61491570123')).toBe('*** *** 123');
    expect(maskedPhone('0491 570 1-2 3')).toBe('*** *** 123');
    fc.assert(
      fc.property(digits(8), (rest) => {
        expect(maskedPhone(`+614${rest}`)).toBe(`*** *** ${rest.slice(-3)}`);
        expect(lastDigits(`+614${rest}`)).toBe(rest.slice(-3));
      }),
    );
  });
});

describe('a code', () => {
  it('has at least one character, and digits only [MFA-03]', () => {
    for (const text of ['', ' ', '\u00a0\n']) expect(codeProblem(text)).toBe('field.code.required');
    for (const text of ['12345a', '12-34', '١٢٣٤٥٦', 'abcdef'])
      expect(codeProblem(text)).toBe('field.code.digits');
    for (const text of ['1', '123456', '1234567890']) expect(codeProblem(text)).toBeUndefined();
  });

  it('may be pasted with blanks, and typed with full-width digits [MFA-03]', () => {
    for (const text of [' 123 456\n', '１２３４５６', '123\u2009456']) {
      expect(codeProblem(text)).toBeUndefined();
      expect(compactCode(text)).toBe('123456');
    }
  });
});

describe('a recovery code', () => {
  const bytes = fc.uint8Array({ minLength: recoveryBytes, maxLength: recoveryBytes });

  it('contains all of its 80 bits [D-12]', () => {
    expect(recoveryCodeOf(new Uint8Array(10))).toBe('0000-0000-0000-0000');
    expect(recoveryCodeOf(new Uint8Array(10).fill(255))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ');
    expect(recoveryCodeOf(new Uint8Array([0, 0, 0, 0, 1, 0, 0, 0, 0, 2]))).toBe('0000-0001-0000-0002');
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        expect(recoveryCodeOf(one) === recoveryCodeOf(other)).toBe(one.join() === other.join());
      }),
    );
  });

  it('is read in any notation: lower case, without hyphens, with O for 0 and l for 1 [D-12]', () => {
    expect(readRecoveryCode('o1lI-abcd efgh jkmn')).toBe('0111ABCDEFGHJKMN');
    fc.assert(
      fc.property(bytes, (random) => {
        const code = recoveryCodeOf(random);
        expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
        const plain = code.replaceAll('-', '');
        for (const typed of [
          code,
          plain,
          code.toLowerCase(),
          ` ${inGroups(plain)} `,
          code.replaceAll('-', '\u2010'),
        ])
          expect(readRecoveryCode(typed)).toBe(plain);
      }),
    );
  });

  it('is nothing else', () => {
    for (const text of [
      '',
      '123456',
      'UUUU-UUUU-UUUU-UUUU',
      '0000-0000-0000-000U',
      'U000-0000-0000-0000',
      '0000-0000-0000-000',
      '0000-0000-0000-00000',
    ])
      expect(readRecoveryCode(text)).toBeNull();
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const read = readRecoveryCode(text);
        if (read !== null) expect(read).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
      }),
    );
  });
});

describe('a secret to be typed', () => {
  it.each([
    ['ABCDEFGHIJ', 'ABCD EFGH IJ'],
    ['ABCDEFGH', 'ABCD EFGH'],
    ['ABC', 'ABC'],
  ])('is shown in groups of four: %s', (secret, grouped) => {
    expect(inGroups(secret)).toBe(grouped);
  });
});

it('a second step is due for staff in production who have none, and for no other user [D-12]', () => {
  const prod = { environment: 'prod' };
  for (const role of roles.filter((each) => each !== 'user')) {
    expect(isSecondStepDue(prod, role, false)).toBe(true);
    expect(isSecondStepDue(prod, role, true)).toBe(false);
    for (const environment of ['dev', 'test', 'prodlike'])
      expect(isSecondStepDue({ environment }, role, false)).toBe(false);
  }
  expect(isSecondStepDue(prod, 'user', false)).toBe(false);
  expect(isSecondStepDue(prod, 'user', true)).toBe(false);
});
