import type { FileCategory } from '../categories.ts';

/** A paper as the rules of setting aside see it. */
export type Paper = {
  category: FileCategory;
  is_active: boolean;
  is_questionnaire: boolean;
  /** Whether the care provider added it. */
  is_eol: boolean;
  /** When staff said that it is about another person; null if they did not. */
  set_aside_at: Date | null;
  /** When the person said that it is theirs after all; null if they did not. */
  owner_confirmed_at: Date | null;
};

/**
 * Returns why staff cannot set a paper aside; null if they can. Only a directive that the person added can be set aside: the provider
 * removes its own papers (D-60). The person's word is final.
 */
export function refusalOfSettingAside(paper: Paper): 'not-a-paper' | 'confirmed' | null {
  const isDirective = paper.category === 'ACP' && !paper.is_questionnaire && !paper.is_eol;
  if (!isDirective || (!paper.is_active && paper.set_aside_at === null)) return 'not-a-paper';
  return paper.owner_confirmed_at === null ? null : 'confirmed';
}

/** Returns why a paper that was set aside cannot be used again; null if it can. `hasOther`: another directive is in use. */
export function refusalOfUsingAgain(
  { set_aside_at }: Pick<Paper, 'set_aside_at'>,
  hasOther: boolean,
): 'not-set-aside' | 'replaced' | null {
  if (set_aside_at === null) return 'not-set-aside';
  return hasOther ? 'replaced' : null;
}
