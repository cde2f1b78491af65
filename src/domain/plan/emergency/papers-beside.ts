import { melbourneDate, type IsoDate } from '../../fields.ts';
import { signedDays } from '../signed-days.ts';
import { ageOfPapers, standingOf } from './standing.ts';

/**
 * Newest paper from elsewhere beside a signed plan, compared with the plan's own date (D-60). `byStaff` is false for a directive that
 * the person added.
 */
export type PapersBeside = {
  name: string;
  added: IsoDate;
  byStaff: boolean;
  isOnly: boolean;
  age: ReturnType<typeof ageOfPapers>;
  plan: IsoDate;
};

/**
 * Compares the newest paper with the date of the plan; null without a paper. `papers` has the newest first. Papers of staff count if
 * the plan is external, and come before the person's own directive.
 */
export function papersBeside(
  papers: readonly { name: string; added: IsoDate; byStaff: boolean }[],
  plan: IsoDate,
  { external }: { external: boolean },
): PapersBeside | null {
  const ofStaff = external ? papers.filter(({ byStaff }) => byStaff) : [];
  const [newest, ...more] = ofStaff.length > 0 ? ofStaff : papers.filter(({ byStaff }) => !byStaff);
  if (!newest) return null;
  const { name, added, byStaff } = newest;
  return { name, added, byStaff, isOnly: more.length === 0, age: ageOfPapers(added, plan), plan };
}

type Plan = { status: 'draft' | 'complete'; external: boolean } & Parameters<typeof signedDays>[0];

type File = {
  file_name: string;
  is_eol: boolean;
  is_active: boolean;
  activated_timestamp: Date | string | null;
};

/** Returns the papers beside a person's plan, from all their files of the directive's category; null if the plan is not signed. */
export function papersBesidePlan(plan: Plan, files: readonly File[]): PapersBeside | null {
  if (standingOf(plan) !== 'signed') return null;
  const { signed, changed } = signedDays(plan);
  const papers = files
    .flatMap(({ file_name: name, is_eol, is_active, activated_timestamp }) =>
      is_active && activated_timestamp !== null
        ? [{ name, byStaff: is_eol, at: new Date(activated_timestamp) }]
        : [],
    )
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ at, ...paper }) => ({ ...paper, added: melbourneDate(at) }));
  return papersBeside(papers, changed ?? signed, plan);
}
