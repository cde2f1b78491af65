import { reader, type Rule } from './rules.ts';

/** Allows the owner of the plan and a trusted contact with whom it is shared, but no reader with the PIN of the card. */
export const ownerOrContact: Rule<'plan'> = {
  kind: 'plan',
  decide: (actor, subject) =>
    actor.kind === 'emergency' ? 'unauthenticated' : reader.decide(actor, subject),
};
