import { payerOf } from '../../../../domain/billing/paying.ts';
import type { SessionUser } from '../../../app/person.ts';
import type { Site } from '../../../../domain/i18n/site.ts';

/**
 * Whether a person must choose a payment plan before using trusted contacts: with the flag, and with neither a plan nor a
 * provider (GAP-29).
 */
export const asksForPlan = (
  account: Pick<SessionUser, 'subscription_id' | 'provider_id'>,
  { trustedContactsPaywall }: Pick<Site, 'trustedContactsPaywall'>,
): boolean => trustedContactsPaywall === true && payerOf(account) === 'none';
