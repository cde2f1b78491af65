import type { SessionUser } from '../../app/person.ts';
import type { Site } from '../../app/site.ts';

/** Whether a person is asked for a payment plan before trusted contacts: behind the flag, with neither a plan nor a provider (GAP-29). */
export const asksForPlan = (
  { subscription_id, provider_id }: Pick<SessionUser, 'subscription_id' | 'provider_id'>,
  { trustedContactsPaywall }: Pick<Site, 'trustedContactsPaywall'>,
): boolean => trustedContactsPaywall === true && subscription_id === null && provider_id === null;
