import { describe, expect, it } from 'vitest';
import { keptUndoEnds, keptUndoProblem, type KeptFacts } from './kept-record.ts';

const linkedAt = new Date('2026-03-01T00:00:00Z');
const facts: KeptFacts = {
  ...{ linkedAt, keptIsArchived: false, keptIsToBeRemoved: false },
  ...{ inOneOrganisation: true, archivedIsToBeRemoved: false },
};
const day = 24 * 60 * 60_000;

describe('the undo after one of two records was kept', () => {
  it('is possible for thirty days, and not at their end [N-13]', () => {
    expect(keptUndoEnds(linkedAt)).toEqual(new Date(linkedAt.getTime() + 30 * day));
    expect(keptUndoProblem(facts, new Date(linkedAt.getTime() + 30 * day - 1))).toBeNull();
    expect(keptUndoProblem(facts, new Date(linkedAt.getTime() + 30 * day))).toBe('late');
  });

  it.each([
    ['archivedRemoved', { archivedIsToBeRemoved: true }],
    ['keptRemoved', { keptIsToBeRemoved: true, keptIsArchived: true }],
    ['keptArchived', { keptIsArchived: true }],
    ['moved', { inOneOrganisation: false }],
  ] as const)('is refused for the reason %s [N-13]', (problem, more) => {
    expect(keptUndoProblem({ ...facts, ...more }, linkedAt)).toBe(problem);
  });
});
