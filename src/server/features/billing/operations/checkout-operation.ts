import * as z from 'zod/mini';
import type { Services } from '../../../pipeline/context.ts';
import type { Language } from '../../../../domain/i18n/texts.ts';
import { operation } from '../../../pipeline/operation.ts';
import { ownAccount } from '../../../pipeline/subjects.ts';
import { PaymentProviderError } from '../../../ports/payments/port.ts';
import { beginPaying, requestOf } from '../attempts/begin.ts';
import { customerOf } from '../customer.ts';
import { findPayer, paymentsOf, providerDown, refuseCovered, refusedAt } from '../payer.ts';
import { planOrder, promotionTries, orderInput } from '../attempts/orders.ts';

const key = z.string().check(z.minLength(8), z.maxLength(100), z.regex(/^[!-~]*$/));

type Call = z.output<typeof input>;

const input = z.strictObject({ ...orderInput, idempotency_key: key });

async function openPage(
  services: Services,
  userId: string,
  call: Call,
  language: Language,
): Promise<{ url: string }> {
  const { idempotency_key, ...asked } = call;
  const payer = await findPayer(services.db, userId);
  const payments = paymentsOf(services);
  refuseCovered(payer);
  const order = await planOrder(services, payer, call);
  const request = requestOf(idempotency_key, { checkout: asked });
  const claim = await beginPaying(services, userId, { ...order, isHosted: true }, request);
  if (claim === 'paid') throw refusedAt('payment', 'error.payment.alreadyPaid');
  if (claim === 'busy') throw providerDown();
  try {
    const customerId = await customerOf(services, payer);
    const { publicUrl } = services.config;
    const { id, url } = await payments.createCheckout(
      {
        ...order.start,
        customerId,
        attemptId: claim.attempt.id,
        successUrl: `${publicUrl}/questionnaire/checkout-success`,
        cancelUrl: `${publicUrl}/questionnaire/checkout`,
        language,
      },
      `wattle-${claim.attempt.id}-checkout`,
    );
    await claim.update({ stripe_session_id: id });
    return { url };
  } finally {
    await claim.release();
  }
}

/**
 * Opens a payment page of the payment company (API-66). An open payment is given up first; the page is for one payment, and
 * events report its outcome. @throws as subscribeCustomer
 */
export const stripeCheckout = operation({
  name: 'stripeCheckout',
  kind: 'write',
  input,
  access: { action: 'billing.pay', subject: ownAccount },
  limit: ({ input: { promotionId }, subject, meta }) => [
    { counted: ['payment:account', subject.ownerId] as const, counts: 'always' as const },
    { counted: ['payment:address', meta.address] as const, counts: 'always' as const },
    ...(promotionId ? promotionTries(subject.ownerId, meta.address) : []),
  ],
  prepare: {
    run: ({ input: call, subject, services, meta }) =>
      openPage(services, subject.ownerId, call, meta.language).catch((error: unknown) => {
        throw error instanceof PaymentProviderError && error.code === 'unavailable' ? providerDown() : error;
      }),
  },
  run: async ({ prepared }) => prepared,
});
