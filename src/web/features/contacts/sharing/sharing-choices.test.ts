import { describe, expect, it } from 'vitest';
import { choicesToSend, sameChoices, takesAway, type Choices } from './sharing-choices.ts';

const some: Choices = { plan_shared: true, fullAccess: false, file_ids: ['a', 'b'] };

describe('what a contact may see', () => {
  it('is the same in any order of the files', () => {
    expect(sameChoices(some, { ...some, file_ids: ['b', 'a'] })).toBe(true);
    expect(sameChoices(some, { ...some, file_ids: ['a'] })).toBe(false);
    expect(sameChoices(some, { ...some, plan_shared: false })).toBe(false);
    expect(sameChoices(some, { ...some, fullAccess: true })).toBe(false);
  });

  it.each<[string, Partial<Choices>, boolean]>([
    ['nothing', {}, false],
    ['one more file', { file_ids: ['a', 'b', 'c'] }, false],
    ['everything in its place', { fullAccess: true, plan_shared: false, file_ids: [] }, false],
    ['one file less', { file_ids: ['a'] }, true],
    ['one file for another', { file_ids: ['a', 'c'] }, true],
    ['the plan less', { plan_shared: false }, true],
  ])('is distinguished from a change that takes access away: %s [SHARE-02]', (_, change, less) => {
    expect(takesAway(some, { ...some, ...change })).toBe(less);
  });

  it('is reduced when a contact no longer sees everything [SHARE-02]', () => {
    expect(takesAway({ ...some, fullAccess: true }, some)).toBe(true);
  });

  it('is sent with the plan if it is everything [SHARE-02]', () => {
    expect(choicesToSend({ ...some, plan_shared: false, fullAccess: true })).toEqual({
      plan_shared: true,
      fullAccess: true,
      file_ids: ['a', 'b'],
    });
    expect(choicesToSend(some)).toEqual(some);
  });
});
