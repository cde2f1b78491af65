type Contact = { status: string; plan_shared: boolean };

/** Returns the first contact who holds a copy of the plan: one who accepted and with whom it is shared. */
export const copyHolderOf = <Each extends Contact>(contacts: readonly Each[]): Each | undefined =>
  contacts.find(({ status, plan_shared }) => status === 'accepted' && plan_shared);
