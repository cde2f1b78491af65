/** Why the replica is not used; `behind` also while its lag is unknown, `unknown` before the first answers. */
export type ReplicaProblem = 'unknown' | 'unreachable' | 'other-database' | 'is-primary' | 'behind';

/** Facts about the replica for the operator. */
export type ReplicaFacts = {
  problem: ReplicaProblem | null;
  /** By how many milliseconds it lagged when the primary last answered; null if unknown. */
  lagMs: number | null;
  lastAnswer: Date | null;
  /** Since when the emergency page reads from it, because the primary does not answer; null while the primary answers. */
  servingSince: Date | null;
};
