/** What an event of the payment company requires to be read again. `intent`: the customer's open payment intent. */
export type EventSubject = 'subscription' | 'invoice' | 'charge' | 'card' | 'intent';

const subjects: readonly (readonly [kinds: RegExp, subject: EventSubject])[] = [
  [/^customer\.subscription\./, 'subscription'],
  [/^invoice\./, 'invoice'],
  [/^charge\.refunded$/, 'charge'],
  [/^(payment_method|setup_intent)\.|^customer\.updated$/, 'card'],
  [/^checkout\.session\./, 'intent'],
];

/** Returns the subject of an event type. Null for a type without stored data: an event with stored data always comes with it. */
export const subjectOf = (type: string): EventSubject | null =>
  subjects.find(([kinds]) => kinds.test(type))?.[1] ?? null;
