/** A change of a card or of a plan in force, as in the table `card_changes`. */
export type CardChange = { id: number; userId: string };

/** How long a change that the replica has is remembered, in milliseconds: longer than the primary lists it. */
const rememberedMs = 10 * 60_000;

/** Maximum number of changes that the replica may lack before it is not used at all. */
const mostMissing = 50_000;

/** Changes that the primary has, and whether the replica has them too. */
export type ChangedCards = {
  /** Adds changes that the primary has. Changes that are known already are left as they are. */
  add(changes: readonly CardChange[]): void;
  /** Returns the ids of changes that the replica is not known to have. */
  missing(): number[];
  /** Records that the replica has these changes. */
  confirm(ids: readonly number[], now: number): void;
  /** Whether the replica lacks a change of this person; for null, of any person. */
  isMissing(userId: string | null): boolean;
  /** Returns `isMissing` for the changes known now, to be called when a read that begins now has found the person. */
  missingNow(): (userId: string | null) => boolean;
  /** Whether too many changes are missing to store them individually. */
  isFull(): boolean;
  clear(): void;
};

export function createChangedCards(): ChangedCards {
  const lacked = new Map<number, string>();
  const confirmed = new Map<number, number>();

  return {
    add(changes) {
      for (const { id, userId } of changes)
        if (!confirmed.has(id) && lacked.size <= mostMissing) lacked.set(id, userId);
    },
    missing: () => [...lacked.keys()],
    confirm(ids, now) {
      for (const id of ids) if (lacked.delete(id)) confirmed.set(id, now);
      for (const [id, at] of confirmed) {
        if (now - at < rememberedMs) break;
        confirmed.delete(id);
      }
    },
    isMissing: (userId) => (userId === null ? lacked.size > 0 : [...lacked.values()].includes(userId)),
    missingNow() {
      const people = new Set(lacked.values());
      return (userId) => (userId === null ? people.size > 0 : people.has(userId));
    },
    isFull: () => lacked.size > mostMissing,
    clear() {
      lacked.clear();
      confirmed.clear();
    },
  };
}
