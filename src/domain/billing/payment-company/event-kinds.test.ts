import { expect, it } from 'vitest';
import { subjectOf } from './event-kinds.ts';

it.each([
  ['customer.subscription.created', 'subscription'],
  ['customer.subscription.deleted', 'subscription'],
  ['invoice.paid', 'invoice'],
  ['invoice.payment_failed', 'invoice'],
  ['charge.refunded', 'charge'],
  ['payment_method.detached', 'card'],
  ['setup_intent.succeeded', 'card'],
  ['customer.updated', 'card'],
  ['checkout.session.completed', 'intent'],
  ['charge.succeeded', null],
  ['payment_intent.succeeded', null],
  ['customer.created', null],
  ['invoiceitem.created', null],
  ['something.new', null],
  ['', null],
] as const)('an event of the kind %s causes a new read: %s [fault 15]', (type, subject) => {
  expect(subjectOf(type)).toBe(subject);
});
