import { sql } from 'kysely';

/** Whether a row of `providers` lacks what a provider's own page asks for, as one of which the name alone is known (GAP-91). */
export const lacksDetails = sql<boolean>`(providers.address is null or providers.state is null
  or providers.postcode is null or providers.location is null or providers.phone_number is null)`;
