import { melbourneDate, type IsoDate } from '../../fields.ts';
import { signedDays } from '../signed-days.ts';
import { ageOfPapers, standingOf } from './standing.ts';

/** Newest paper from elsewhere beside a signed plan, compared with the plan's own date (D-60). */
export type PapersBeside = {
  name: string;
  added: IsoDate;
  isOnly: boolean;
  age: ReturnType<typeof ageOfPapers>;
  plan: IsoDate;
};

/** Compares the newest paper with the date of the plan; null without a paper. `papers` has the newest first. */
export function papersBeside(
  papers: readonly { name: string; added: IsoDate }[],
  plan: IsoDate,
): PapersBeside | null {
  const [newest, ...more] = papers;
  if (!newest) return null;
  const { name, added } = newest;
  return { name, added, isOnly: more.length === 0, age: ageOfPapers(added, plan), plan };
}

type Plan = { status: 'draft' | 'complete'; external: boolean } & Parameters<typeof signedDays>[0];

type File = {
  file_name: string;
  is_eol: boolean;
  is_active: boolean;
  activated_timestamp: Date | string | null;
};

/** Returns the papers beside a person's plan, from all their files; null if the plan is not signed or not external. */
export function papersBesidePlan(plan: Plan, files: readonly File[]): PapersBeside | null {
  if (!plan.external || standingOf(plan) !== 'signed') return null;
  const { signed, changed } = signedDays(plan);
  const papers = files
    .flatMap(({ file_name: name, is_eol, is_active, activated_timestamp }) =>
      is_eol && is_active && activated_timestamp !== null
        ? [{ name, at: new Date(activated_timestamp) }]
        : [],
    )
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ name, at }) => ({ name, added: melbourneDate(at) }));
  return papersBeside(papers, changed ?? signed);
}
