import type { AccountStatus } from './status.ts';

/** Items that can be missing for a customer, the most urgent first. The first one is the next step of staff (N-05). */
export const missingParts = [
  'plan',
  'signature',
  'paper',
  'check',
  'decider',
  'answer',
  'phone',
  'again',
  'email',
  'birthDate',
] as const;
export type MissingPart = (typeof missingParts)[number];

/** Facts of a customer that decide what is missing. */
export type MissingFacts = {
  status: AccountStatus;
  toBeRemoved: boolean;
  placeholderEmail: boolean;
  birthDate: string | null;
  plan: {
    status: 'draft' | 'complete';
    /** Number of times the plan was saved: 0 if it was not started. */
    version: number;
    external: boolean;
    lookAgain: boolean;
  } | null;
  papers: number;
  /** Whether a paper waits for a check. */
  waits: boolean;
  deciders: readonly { agreed: boolean; phone: string }[];
};

/** Returns what is missing for a customer, in the order of urgency. Nothing for customers who leave. */
export function missingOf(facts: MissingFacts): MissingPart[] {
  const { plan, papers, deciders } = facts;
  if (facts.status === 'archived' || facts.toBeRemoved) return [];
  const isSigned = plan?.status === 'complete';
  const isExternal = plan?.external === true;
  const hasPlan = isSigned || isExternal || papers > 0;
  const missing: Record<MissingPart, boolean> = {
    plan: !hasPlan && (plan === null || plan.version === 0),
    signature: !hasPlan && plan !== null && plan.version > 0,
    paper: isExternal && papers === 0,
    check: facts.waits,
    decider: hasPlan && deciders.length === 0,
    answer: deciders.length > 0 && !deciders.some(({ agreed }) => agreed),
    phone: deciders.length > 0 && deciders.every(({ phone }) => phone === ''),
    again: plan?.lookAgain === true,
    email: facts.placeholderEmail,
    birthDate: facts.birthDate === null,
  };
  return missingParts.filter((part) => missing[part]);
}
