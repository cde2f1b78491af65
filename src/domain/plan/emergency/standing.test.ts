import { expect, it } from 'vitest';
import { ageOfPapers, isOnlyPapers, standingOf } from './standing.ts';

it('treats a signed plan as signed, also beside papers; a marked draft as papers; any other as none [S-04] [S-05]', () => {
  const standings = (['complete', 'draft'] as const).flatMap((status) =>
    [true, false].map((external) => standingOf({ status, external })),
  );
  expect(standings).toEqual(['signed', 'signed', 'papers', 'none']);
  expect(standingOf(null)).toBe('none');
  expect(isOnlyPapers({ status: 'draft', external: true })).toBe(true);
  expect(isOnlyPapers({ status: 'complete', external: true })).toBe(false);
});

it('compares the newest paper with the plan by their dates [S-04]', () => {
  expect(ageOfPapers('2026-03-13', '2026-03-12')).toBe('newer');
  expect(ageOfPapers('2025-12-31', '2026-03-12')).toBe('older');
  expect(ageOfPapers('2026-03-12', '2026-03-12')).toBe('sameDay');
});
