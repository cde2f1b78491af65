import type { Actor } from './actors.ts';

/** Actor of a change: the person or the staff member, and whether the staff member was in the person's account (D-59). */
export type DoneBy = { actorId: string | null; inside: boolean };

/** Returns the staff member who acts in a customer's account; null for any other actor. */
export const actingStaffOf = (actor: Actor): string | null =>
  actor.kind === 'person' ? actor.actingStaffId : null;

/** Returns the actor of a change: never the customer if a staff member acted in the account. */
export function doneBy(actor: Actor): DoneBy {
  const staffId = actingStaffOf(actor);
  const own = actor.kind === 'person' ? actor.userId : null;
  return { actorId: staffId ?? own, inside: staffId !== null };
}
