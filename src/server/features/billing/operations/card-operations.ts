import * as z from 'zod/mini';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import { operation } from '../../../pipeline/operation.ts';
import { ownAccount } from '../../../pipeline/subjects.ts';
import { customerOf } from '../customer.ts';
import { findPayer, paymentsOf, refuseCovered, refusedAt } from '../payer.ts';
import { clientSecret, providerId } from '../provider-id.ts';
import { confirmSavedCard, removeSavedCard, saveCard } from '../saving-cards.ts';

/**
 * Replaces the saved card, or removes it (API-21). The browser sends the card's number directly to the payment company.
 * @throws AppError `invalid` at the field; `rate-limited`; `unavailable`; `forbidden` when payment is off or a provider pays
 */
export const stripeAddCard = operation({
  name: 'stripeAddCard',
  kind: 'write',
  input: z.strictObject({
    card_token: z.optional(z.nullable(providerId)),
    remove: z.optional(z.nullable(z.boolean())),
    idempotency_key: idempotencyKey,
  }),
  access: { action: 'billing.pay', subject: ownAccount },
  limit: ({ subject, meta }) => [
    { counted: ['payment:account', subject.ownerId], counts: 'always' },
    { counted: ['payment:address', meta.address], counts: 'always' },
  ],
  prepare: {
    async run({ input, subject, services }) {
      const payer = await findPayer(services.db, subject.ownerId);
      const { userId: name, customerId } = payer;
      paymentsOf(services);
      refuseCovered(payer);
      if (input.remove) return removeSavedCard(services, customerId);
      if (input.card_token == null) throw refusedAt('card_token', 'error.payment.cardNumber');
      const owner = { name, customerId, ensureCustomer: () => customerOf(services, payer) };
      return saveCard(services, owner, input.card_token);
    },
  },
  async run({ input, prepared, auditDetails }) {
    auditDetails({ outcome: prepared.status, removed: input.remove ?? false });
    return prepared;
  },
});

/** Returns whether the card is saved, after the bank's confirmation page. @throws AppError `not-found`; `unavailable` */
export const confirmCard = operation({
  name: 'confirmCard',
  kind: 'write',
  input: z.strictObject({ client_secret: clientSecret }),
  access: { action: 'billing.pay', subject: ownAccount },
  prepare: {
    async run({ input, subject, services }) {
      const { customerId } = await findPayer(services.db, subject.ownerId);
      return confirmSavedCard(services, customerId, input.client_secret);
    },
  },
  async run({ prepared, auditDetails }) {
    auditDetails({ outcome: prepared.status });
    return prepared;
  },
});
