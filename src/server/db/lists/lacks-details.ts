import { sql } from 'kysely';

/**
 * True if a row of `providers` lacks the details that a provider's own page requires, so that only its name is known (GAP-91).
 */
export const lacksDetails = sql<boolean>`(providers.address is null or providers.state is null
  or providers.postcode is null or providers.location is null or providers.phone_number is null)`;
