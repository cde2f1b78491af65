/** What an event of the payment company says to read again. `intent`: the customer's open intent to pay. */
export type EventSubject = 'subscription' | 'invoice' | 'charge' | 'card' | 'intent';

const subjects: readonly (readonly [kinds: RegExp, subject: EventSubject])[] = [
  [/^customer\.subscription\./, 'subscription'],
  [/^invoice\./, 'invoice'],
  [/^charge\.refunded$/, 'charge'],
  [/^(payment_method|setup_intent)\.|^customer\.updated$/, 'card'],
  [/^checkout\.session\./, 'intent'],
];

/** Null for a kind that says nothing that is kept here: an event of one that does comes with it. */
export const subjectOf = (type: string): EventSubject | null =>
  subjects.find(([kinds]) => kinds.test(type))?.[1] ?? null;
