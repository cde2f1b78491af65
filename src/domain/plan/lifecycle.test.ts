import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answers } from '../questionnaire/answers.ts';
import { mergeAnswers, sameAnswers, stateAfterSave, type PlanState } from './lifecycle.ts';

const draft: PlanState<number> = {
  status: 'draft',
  version: 3,
  plan_version: 0,
  locked: false,
  external: false,
  completed_at: 50,
  share_date: null,
  answers: { firstName: 'Ann' },
};
const signed: PlanState<number> = { ...draft, status: 'complete', plan_version: 2, share_date: 70 };

describe('saving a plan', () => {
  it('stores a step of a draft with status unchanged and completed_at now [QGEN-06, QGEN-07]', () => {
    const after = stateAfterSave(draft, { status: 'draft' }, { firstName: 'Anne' }, 100);
    expect(after).toMatchObject({
      status: 'draft',
      completed_at: 100,
      version: 4,
      plan_version: 0,
      keepsRevision: false,
      becomesComplete: false,
    });
  });

  it('makes the plan complete at step9, with completed_at now when it was draft [QSTEP9-16, QSTEP9-17]', () => {
    const after = stateAfterSave(draft, { status: 'complete' }, draft.answers, 100);
    expect(after).toMatchObject({
      status: 'complete',
      completed_at: 100,
      plan_version: 1,
      becomesComplete: true,
    });
  });

  it('keeps completed_at and the share date of a plan that was complete [QSTEP9-18]', () => {
    const after = stateAfterSave(signed, { status: 'complete' }, { firstName: 'Anne' }, 100);
    expect(after).toMatchObject({
      completed_at: 50,
      share_date: 70,
      plan_version: 3,
      keepsRevision: true,
      becomesComplete: false,
    });
  });

  it('is no longer external when the person signs, or changes the signed answers, and stays external until then [LOCK-03, GAP-116]', () => {
    const papers = (before: PlanState<number>, status: 'draft' | 'complete', answers: Answers) =>
      stateAfterSave({ ...before, external: true }, { status }, answers, 100).external;
    expect(papers(draft, 'complete', draft.answers)).toBe(false);
    expect(papers(signed, 'complete', { firstName: 'Anne' })).toBe(false);
    expect(papers(draft, 'draft', { firstName: 'Anne' })).toBe(true);
    expect(papers(signed, 'complete', signed.answers)).toBe(true);
  });

  it('never removes a signature: a draft save leaves a complete plan complete [QGEN-05]', () => {
    expect(stateAfterSave(signed, { status: 'draft' }, signed.answers, 100).status).toBe('complete');
  });

  it('sets the time of the save in a complete plan without completed_at', () => {
    const before = { ...signed, completed_at: null };
    const after = stateAfterSave(before, { status: 'complete' }, signed.answers, 100);
    expect(after.completed_at).toBe(100);
  });

  it('creates no new plan version and no revision if nothing changed [D-35]', () => {
    const after = stateAfterSave(signed, { status: 'complete' }, { firstName: 'Ann', lastName: '' }, 100);
    expect(after).toMatchObject({ plan_version: 2, keepsRevision: false, changed: false, version: 4 });
  });

  it('counts every save, whatever is saved', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(draft, signed),
        fc.constantFrom('draft' as const, 'complete' as const),
        fc.string(),
        (before, status, name) => {
          const after = stateAfterSave(before, { status }, { firstName: name }, 100);
          expect(after.version).toBe(before.version + 1);
          expect(after.plan_version - before.plan_version).toBeGreaterThanOrEqual(0);
          expect(after.keepsRevision && before.status === 'draft').toBe(false);
        },
      ),
    );
  });
});

describe('merging answers', () => {
  it('replaces included keys, removes nulls and keeps the rest', () => {
    const merged = mergeAnswers(
      { firstName: 'Ann', lastName: 'Lee', helperName: 'Bo' },
      { firstName: 'Anne', helperName: null },
    );
    expect(merged).toEqual({ firstName: 'Anne', lastName: 'Lee' });
  });

  it('ignores the order of keys, and empty answers', () => {
    expect(
      sameAnswers({ firstName: 'A', lastName: 'B' }, { lastName: 'B', firstName: 'A', helperName: '' }),
    ).toBe(true);
    expect(sameAnswers({ firstName: 'A' }, { firstName: 'B' })).toBe(false);
  });

  it('treats a null, as in a request or an old plan, as an empty answer', () => {
    const none = { firstName: null } as unknown as Answers;
    expect(sameAnswers(none, {})).toBe(true);
    expect(sameAnswers(none, { firstName: 'A' })).toBe(false);
  });

  it('detects an added answer, a removed answer, and another choice in a list, in either order', () => {
    const list = (...chosen: string[]) => ({ treatmentsSelected: chosen });
    const pairs: [Answers, Answers][] = [
      [{ firstName: 'A' }, { firstName: 'A', lastName: 'B' }],
      [list('a', 'b'), list('a')],
      [list('a', 'b'), list('b', 'a')],
      [list('a', 'b'), list('a', 'c')],
      [list('a'), list()],
      [list('a'), { treatmentsSelected: 'a' } as unknown as Answers],
    ];
    for (const [one, other] of pairs) {
      expect(sameAnswers(one, other)).toBe(false);
      expect(sameAnswers(other, one)).toBe(false);
    }
    expect(sameAnswers(list('a', 'b'), list('a', 'b'))).toBe(true);
    expect(sameAnswers(list(), {})).toBe(true);
  });
});
