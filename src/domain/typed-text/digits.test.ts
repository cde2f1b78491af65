import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactCode, mobileOf } from '../accounts/sign-in/second-step.ts';
import { plainDigits } from './digits.ts';
import { compactMedicare, medicareProblem, parseDate, postcodeProblem } from '../fields.ts';
import { providerProfileForm } from '../inputs/organisation/provider.ts';
import { answersOfProfile } from '../inputs/profile.ts';
import { normalise } from '../questionnaire/answering/normalise.ts';

/**
 * Returns the text as typed on a Chinese keyboard: the code points of plain characters 0x21 to 0x7E plus 0xFEE0, and a full-width
 * blank.
 */
const wide = (text: string) =>
  text.replaceAll(/[!-~ ]/g, (sign) =>
    sign === ' ' ? '\u3000' : String.fromCodePoint(sign.codePointAt(0)! + 0xfee0),
  );

const typed = fc
  .array(fc.constantFrom(...'0123456789+-/.() '), { maxLength: 20 })
  .map((signs) => signs.join(''));

describe('digits of Chinese keyboards [R-39] [D-43]', () => {
  it('are the plain ones, whatever is between them', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(plainDigits(wide(text))).toBe(text);
      }),
    );
  });

  it('leave every other text unchanged, and a second conversion changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const plain = plainDigits(text);
        expect(plainDigits(plain)).toBe(plain);
        if (!/[\uFF01-\uFF5E\u3000]/u.test(text)) expect(plain).toBe(text);
      }),
    );
    expect(plainDigits('陈美玲 １２')).toBe('陈美玲 12');
  });

  it('are accepted in a Medicare number, a postcode, a date, a telephone number and a code, and stored plain', () => {
    expect(compactMedicare('２１２３　４５６７０　１')).toBe('2123456701');
    expect(medicareProblem('２１２３４５６７０１')).toBeUndefined();
    expect(postcodeProblem('３０００')).toBeUndefined();
    expect(parseDate('０４／０５／１９４８')).toEqual({ iso: '1948-05-04' });
    expect(mobileOf('０４９１　５７０　１５６')).toBe('+61491570156');
    expect(compactCode('１２３　４５６')).toBe('123456');
    expect(answersOfProfile({ dob: '０４／０５／１９４８', postcode: '３０００' })).toEqual({
      dob: '04/05/1948',
      postcode: '3000',
    });
    expect(normalise({ dob: '０４／０５／１９４８', postcode: ' ３０００ ', firstName: '美玲' })).toEqual({
      dob: '04/05/1948',
      postcode: '3000',
      firstName: '美玲',
    });
  });

  it('are accepted on the page of a care provider', () => {
    const found = providerProfileForm.safeParse({
      name: 'Banksia House',
      address: '1 High Street',
      state: 'VIC',
      postcode: '３０００',
      location: 'Melbourne',
      phone_number: '０３　９１５７　０１５６',
      email: 'care@banksia.example',
    });
    expect(found.data).toMatchObject({ postcode: '3000', phone_number: '03 9157 0156' });
  });
});
