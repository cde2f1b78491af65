import type { Services } from '../../pipeline/context.ts';

/**
 * What settling came to: `changed` our rows, they were right already, or the facts are of no person here. `gone`: the payment company
 * does not have it.
 */
export type Settled = 'changed' | 'unchanged' | 'no-person' | 'gone';

/** Reads a subscription again with its latest invoice and makes our rows say the same. Never inside a transaction. */
export declare function settleSubscription(services: Services, subscriptionId: string): Promise<Settled>;

/** Reads an invoice again, with its subscription if it is of one, and makes our rows say the same. Never inside a transaction. */
export declare function settleInvoice(services: Services, invoiceId: string): Promise<Settled>;

/** Reads the card that is kept for a customer again. Never inside a transaction. */
export declare function settleCard(services: Services, customerId: string): Promise<Settled>;

/**
 * Reads how an open intent to pay stands. One that is paid is settled; one that was begun a day ago and is not paid is given up. Charges
 * nothing. Gives the state in which it stands then.
 */
export declare function settleAttempt(
  services: Services,
  attemptId: string,
): Promise<'open' | 'paid' | 'given-up'>;
