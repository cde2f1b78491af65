import type { Rule } from './rules.ts';

/** A clinical system, for searches. Its scope decides which customers it finds. */
export const clinicalSearcher: Rule<'none'> = {
  kind: 'none',
  decide: (actor) => (actor.kind === 'clinicalSystem' ? 'allow' : 'unauthenticated'),
};

/** A provider's clinical system, for the customers of the provider and of those below it. */
export const clinicalReader: Rule<'customer'> = {
  kind: 'customer',
  decide(actor, subject) {
    if (actor.kind !== 'clinicalSystem') return 'unauthenticated';
    const isResident = subject?.role === 'user' && subject.providerPath.includes(actor.providerId);
    return isResident ? 'allow' : 'not-found';
  },
};
