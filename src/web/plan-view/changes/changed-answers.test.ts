import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import { changedKeys } from '../../../domain/plan/lifecycle.ts';
import { anyAnswers, storedDraft } from '../../../domain/questionnaire/answers.fixture.ts';
import { stepIds, type AnswerKey } from '../../../domain/questionnaire/answers.ts';
import { questionOf, questionsInRowOf } from '../../../domain/questionnaire/definition.ts';
import { normalise } from '../../../domain/questionnaire/answering/normalise.ts';
import { changedAnswers } from './changed-answers.ts';

const reading = { t: translatorOf('en', catalogue.en), voice: { kind: 'self' } } as const;

describe('what an edit changes', () => {
  it('lists each changed question once with both answers, and no other question [QEDIT-03]', () => {
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

  it('shows every changed answer in a row, whatever the answers are [R-30] [D-35]', () => {
    fc.assert(
      fc.property(anyAnswers, anyAnswers, (one, more) => {
        const before = normalise(one);
        const after = normalise({ ...before, ...more });
        const shown = changedAnswers(stepIds, storedDraft(before), after, reading).flatMap(({ key }) =>
          questionsInRowOf(questionOf(key as AnswerKey)).flatMap((each) =>
            each.note ? [each.key, each.note] : [each.key],
          ),
        );
        // The signature is a picture, which is shown beside the rows.
        const changed = changedKeys(before, after).filter((key) => key !== 'signatureImage');
        expect(changed.filter((key) => !(shown as string[]).includes(key))).toEqual([]);
      }),
    );
  });

  it('finds nothing if only the order of a list differs [QEDIT-03]', () => {
    const changed = changedAnswers(
      'step3',
      storedDraft({ minimumQolList: ['Learning', 'Sleeping well'] }),
      { minimumQolList: ['Sleeping well', 'Learning'] },
      reading,
    );
    expect(changed).toEqual([]);
  });
});
