import { expect, it } from 'vitest';
import { ageOfPapers, givesRoles, hasOwnCard, isOnlyPapers, standingOf } from './standing.ts';

it('treats a signed plan as signed, also beside papers; a marked draft as papers; any other as none [S-04] [S-05]', () => {
  const standings = (['complete', 'draft'] as const).flatMap((status) =>
    [true, false].map((external) => standingOf({ status, external })),
  );
  expect(standings).toEqual(['signed', 'signed', 'papers', 'none']);
  expect(standingOf(null)).toBe('none');
  expect(isOnlyPapers({ status: 'draft', external: true })).toBe(true);
  expect(isOnlyPapers({ status: 'complete', external: true })).toBe(false);
});

it("shows a person's own directive only while nothing is signed and no papers are the plan, and it gives contacts no role [UPLOAD-20] [D-61]", () => {
  const plans = [
    null,
    { status: 'draft', external: false } as const,
    { status: 'draft', external: true } as const,
  ];
  expect(plans.map((plan) => standingOf(plan, true))).toEqual(['directive', 'directive', 'papers']);
  expect(standingOf({ status: 'complete', external: false }, true)).toBe('signed');
  const standings = ['signed', 'papers', 'directive', 'none'] as const;
  expect(standings.map(hasOwnCard)).toEqual([true, false, true, false]);
  expect(standings.map(givesRoles)).toEqual([true, true, false, false]);
});

it('compares the newest paper with the plan by their dates [S-04]', () => {
  expect(ageOfPapers('2026-03-13', '2026-03-12')).toBe('newer');
  expect(ageOfPapers('2025-12-31', '2026-03-12')).toBe('older');
  expect(ageOfPapers('2026-03-12', '2026-03-12')).toBe('sameDay');
});
