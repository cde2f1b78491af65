import type { Rule } from './rules.ts';

/** A provider's clinical system, for the customers of the provider and of those below it. */
export const clinicalReader: Rule<'customer'> = {
  kind: 'customer',
  decide(actor, subject) {
    if (actor.kind !== 'clinicalSystem') return 'unauthenticated';
    const isResident = subject?.role === 'user' && subject.providerPath.includes(actor.providerId);
    return isResident ? 'allow' : 'not-found';
  },
};
