/** Object to reload after an event of the payment company. `intent`: the customer's open payment intent. */
export type EventSubject = 'subscription' | 'invoice' | 'charge' | 'card' | 'intent';

/** The subject of each event type; a name that ends with `*` is the beginning of types. */
const subjects: Readonly<Record<string, EventSubject>> = {
  'customer.subscription.*': 'subscription',
  'invoice.*': 'invoice',
  'charge.refunded': 'charge',
  'payment_method.*': 'card',
  'setup_intent.*': 'card',
  'customer.updated': 'card',
  'checkout.session.*': 'intent',
};

/** The event types that the payment company must send, as its pages and `subjects` write them. */
export const eventTypes = Object.keys(subjects);

/** Returns the subject of an event type. Null for a type without stored data: an event with stored data always comes with it. */
export function subjectOf(type: string): EventSubject | null {
  const found = eventTypes.find((name) =>
    name.endsWith('*') ? type.startsWith(name.slice(0, -1)) : type === name,
  );
  return found === undefined ? null : subjects[found]!;
}
