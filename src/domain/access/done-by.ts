import type { Actor, PersonActor } from './actors.ts';

/**
 * Actor of a change: the person or the staff member, and whether the staff member was in the person's account (D-59). `beside` is
 * the staff member beside the person (N-08).
 */
export type DoneBy = { actorId: string | null; inside: boolean; beside?: string };

/** Returns the staff member who acts in a customer's account; null for any other actor. */
export const actingStaffOf = (actor: Actor): string | null =>
  actor.kind === 'person' ? actor.actingStaffId : null;

/** Returns the visit in which the person has a staff member beside them, with that staff member's id; undefined for any other actor. */
export const togetherOf = (actor: Actor): PersonActor['together'] =>
  actor.kind === 'person' ? actor.together : undefined;

/** Returns the actor of a change: never the customer if a staff member acted in the account. */
export function doneBy(actor: Actor): DoneBy {
  const staffId = actingStaffOf(actor);
  const own = actor.kind === 'person' ? actor.userId : null;
  const together = togetherOf(actor);
  return { actorId: staffId ?? own, inside: staffId !== null, ...(together && { beside: together.staffId }) };
}
