import { expect, it } from 'vitest';
import { archiveUndoEnds, archiveUndoMs, archiveUndoProblem } from './archive-undo.ts';

const at = new Date('2026-11-28T10:00:00Z');
const after = (ms: number) => new Date(at.getTime() + ms);

it('archiving can be undone for ten minutes by the staff member who did it, if the status was not changed since [N-04]', () => {
  const archived = { template: 'archived', actorId: 'ann', at } as const;
  expect(archiveUndoMs).toBe(600_000);
  expect(archiveUndoProblem(archived, 'ann', after(archiveUndoMs - 1))).toBeNull();
  expect(archiveUndoProblem(archived, 'ann', archiveUndoEnds(at))).toBe('late');
  expect(archiveUndoProblem(archived, 'bob', at)).toBe('changed');
  expect(archiveUndoProblem({ ...archived, template: 'reactivated' }, 'ann', at)).toBe('changed');
  expect(archiveUndoProblem({ ...archived, actorId: null }, 'ann', at)).toBe('changed');
  expect(archiveUndoProblem(null, 'ann', at)).toBe('changed');
});
