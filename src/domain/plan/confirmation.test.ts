import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAnswers, completeAnswers } from '../questionnaire/answers.fixture.ts';
import { normalise } from '../questionnaire/answering/normalise.ts';
import { unconfirmedChanges } from './confirmation.ts';
import { changedKeys, mergeAnswers, stateAfterSave } from './lifecycle.ts';

const signed = (answers = completeAnswers()) => ({
  status: 'complete' as const,
  version: 4,
  plan_version: 2,
  locked: false,
  external: false,
  completed_at: 10,
  share_date: null,
  answers: normalise(answers),
});

describe('what a person must confirm in a change of a signed plan', () => {
  it('is every answer that changes, including a note and an answer removed with another [R-30] [D-35]', () => {
    const before = signed({ ...completeAnswers(), hasHelp: 'Yes', helperName: 'Bo' });
    const after = normalise(mergeAnswers(before.answers, { hasHelp: 'No', cannotHear_note: 'Ask Bo' }));
    expect(unconfirmedChanges(before, after, [])).toEqual(['cannotHear_note', 'hasHelp', 'helperName']);
    expect(unconfirmedChanges(before, after, ['hasHelp', 'cannotHear_note'])).toEqual(['helperName']);
    expect(unconfirmedChanges(before, after, ['hasHelp', 'cannotHear_note', 'helperName'])).toEqual([]);
  });

  it('is nothing in a draft [R-30]', () => {
    const draft = { status: 'draft' as const, answers: {} };
    expect(unconfirmedChanges(draft, completeAnswers(), [])).toEqual([]);
  });

  it('includes every changed answer, and no unchanged one, whatever the answers and the change [R-30] [D-35]', () => {
    const change = fc.tuple(
      anyAnswers,
      anyAnswers,
      fc.array(fc.constantFrom(...Object.keys(completeAnswers()))),
    );
    fc.assert(
      fc.property(change, ([stored, more, confirmed]) => {
        const before = signed(stored);
        const after = normalise(mergeAnswers(before.answers, more));
        const open = unconfirmedChanges(before, after, confirmed);
        const changed = changedKeys(before.answers, after);
        expect(new Set([...open, ...confirmed.filter((key) => changed.includes(key))])).toEqual(
          new Set(changed),
        );
        expect(open.filter((key) => confirmed.includes(key))).toEqual([]);
        // There is a new version exactly if something had to be confirmed.
        const state = stateAfterSave(before, { status: 'complete' }, after, 20);
        expect(state.plan_version > before.plan_version).toBe(changed.length > 0);
        expect(state.keepsRevision).toBe(changed.length > 0);
      }),
    );
  });
});
