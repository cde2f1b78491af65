import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import { storedDraft } from '../../../domain/questionnaire/answers.fixture.ts';
import { changedAnswers } from './changed-answers.ts';

const reading = { t: translatorOf('en', catalogue.en), voice: { kind: 'self' } } as const;

describe('what an edit changes', () => {
  it('tells each changed question once with both answers, and no other [QEDIT-03]', () => {
    const before = { cannotHear: 'Life is not worth living', cannotSee: 'Life is still worth living' };
    const after = { ...before, cannotHear: 'Life is still worth living' };
    const [only, ...rest] = changedAnswers(['step4', 'step7'], storedDraft(before), after, reading);
    expect(rest).toEqual([]);
    expect(only).toMatchObject({
      key: 'cannotHear',
      number: 2,
      before: { lines: ['Life is not worth living'] },
      after: { lines: ['Life is still worth living'] },
    });
  });

  it('counts a note and the words of "Other" with their question [QEDIT-03]', () => {
    const before = {
      receiveCare: 'Other',
      other_receiveCare: 'The farm',
      cannotSee: 'Life is still worth living',
    };
    const after = { ...before, other_receiveCare: 'The beach', cannotSee_note: 'With my books' };
    expect(
      changedAnswers(['step4', 'step6b'], storedDraft(before), after, reading).map(({ key }) => key),
    ).toEqual(['cannotSee', 'receiveCare']);
  });

  it('finds nothing when only the order of a list differs [QEDIT-03]', () => {
    const changed = changedAnswers(
      'step3',
      storedDraft({ minimumQolList: ['Learning', 'Sleeping well'] }),
      { minimumQolList: ['Sleeping well', 'Learning'] },
      reading,
    );
    expect(changed).toEqual([]);
  });
});
