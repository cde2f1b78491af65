/** The owner's choice of what a contact may see. */
export type Choices = {
  plan_shared: boolean;
  fullAccess: boolean;
  file_ids: readonly string[];
};

/** Whether two choices give a contact the same access. */
export function sameChoices(one: Choices, other: Choices): boolean {
  return (
    one.plan_shared === other.plan_shared &&
    one.fullAccess === other.fullAccess &&
    [...one.file_ids].toSorted().join() === [...other.file_ids].toSorted().join()
  );
}

/** Whether the next choice removes something that the contact can see now; copies that the contact saved stay with them. */
export function takesAway(now: Choices, next: Choices): boolean {
  if (next.fullAccess) return false;
  return (
    now.fullAccess ||
    (now.plan_shared && !next.plan_shared) ||
    now.file_ids.some((id) => !next.file_ids.includes(id))
  );
}

/** Returns the choice to send: a contact who sees everything sees the plan too. */
export const choicesToSend = ({ plan_shared, fullAccess, file_ids }: Choices) => ({
  plan_shared: plan_shared || fullAccess,
  fullAccess,
  file_ids: [...file_ids],
});
