import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileCategories } from '../categories.ts';
import { refusalOfSettingAside, refusalOfUsingAgain, type Paper } from './set-aside.ts';

const directive: Paper = {
  category: 'ACP',
  is_active: true,
  is_questionnaire: false,
  is_eol: false,
  set_aside_at: null,
  owner_confirmed_at: null,
};
const day = new Date('2026-11-30T00:00:00Z');

describe('setting a paper aside', () => {
  it('is possible for a directive in use that the person added [UPLOAD-22]', () => {
    expect(refusalOfSettingAside(directive)).toBeNull();
  });

  it('can be repeated [UPLOAD-22]', () => {
    expect(refusalOfSettingAside({ ...directive, is_active: false, set_aside_at: day })).toBeNull();
  });

  it.each([
    ['a paper of the provider', { is_eol: true }],
    ['the signed plan', { is_questionnaire: true }],
    ['a video', { category: 'WISHES' as const }],
    ['another document', { category: 'ADDITIONAL_DOCUMENT' as const }],
    ['a directive that was replaced', { is_active: false }],
  ])('is refused for %s [UPLOAD-22]', (_, change) => {
    expect(refusalOfSettingAside({ ...directive, ...change })).toBe('not-a-paper');
  });

  it('is refused once the person has said that the paper is theirs [UPLOAD-22]', () => {
    expect(refusalOfSettingAside({ ...directive, owner_confirmed_at: day })).toBe('confirmed');
  });

  it('never touches anything but a directive of the person [UPLOAD-22]', () => {
    const moment = fc.constantFrom(null, day);
    const papers = fc.record({
      category: fc.constantFrom(...fileCategories),
      is_active: fc.boolean(),
      is_questionnaire: fc.boolean(),
      is_eol: fc.boolean(),
      set_aside_at: moment,
      owner_confirmed_at: moment,
    });
    fc.assert(
      fc.property(papers, (paper) => {
        if (refusalOfSettingAside(paper) !== null) return;
        expect(paper).toMatchObject({
          category: 'ACP',
          is_questionnaire: false,
          is_eol: false,
          owner_confirmed_at: null,
        });
      }),
    );
  });
});

describe('using a paper again', () => {
  it('is possible while no other directive is in use [UPLOAD-22]', () => {
    expect(refusalOfUsingAgain({ set_aside_at: day }, false)).toBeNull();
  });

  it('is refused beside another directive in use, and for a paper that was not set aside [UPLOAD-22]', () => {
    expect(refusalOfUsingAgain({ set_aside_at: day }, true)).toBe('replaced');
    expect(refusalOfUsingAgain({ set_aside_at: null }, false)).toBe('not-set-aside');
  });
});
