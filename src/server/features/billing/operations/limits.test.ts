import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  care,
  moneyOf,
  startPayments,
  subscribe,
  typedCard,
  type TestPayments,
} from '../../../../../testing/stand-ins/payments.ts';
import { contextFor, person } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { stripeAddCard } from './card-operations.ts';
import { getStripePromotion } from './read-operations.ts';

let test: TestServices;
let company: TestPayments;

beforeAll(async () => {
  test = await startServices();
  company = await startPayments(test.services);
});
afterAll(async () => {
  await company.close();
  await test.close();
});

/** Returns how many calls succeed before one is refused as too many. */
async function answeredBefore(call: () => Promise<unknown>, atMost: number): Promise<number> {
  for (let count = 0; count < atMost; count += 1) {
    try {
      await call();
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate-limited', details: { retryAfter: expect.any(Number) } });
      return count;
    }
  }
  return atMost;
}

describe('one person with a script', () => {
  it('tries twenty cards in an hour, saved or paid with, and no more, so that stolen numbers cannot be tested [security 7]', async () => {
    const who = await person(test.services);
    const paymentMethodId = await typedCard(test.services, 'declined');
    const context = contextFor(test.services, who.actor);
    const save = () =>
      stripeAddCard.call(context, { card_token: paymentMethodId, idempotency_key: randomUUID() });
    for (let count = 0; count < 5; count += 1)
      expect(await subscribe(test.services, who, { ...care, paymentMethodId })).toMatchObject({
        status: 'declined',
      });
    expect(await answeredBefore(save, 30)).toBe(15);
    await expect(subscribe(test.services, who, { ...care, paymentMethodId })).rejects.toMatchObject({
      code: 'rate-limited',
    });
    expect((await moneyOf(test.services, who.userId)).paidThere).toEqual([]);
  });

  it('looks up thirty promotion codes in an hour and no more, without blocking another person [security 7]', async () => {
    const who = await person(test.services);
    const ask = (stripePromotionId: string) => () =>
      getStripePromotion.call(contextFor(test.services, who.actor), { stripePromotionId });
    expect(await answeredBefore(ask('NO-SUCH-CODE'), 40)).toBe(30);
    const other = await person(test.services);
    const found = await getStripePromotion.call(contextFor(test.services, other.actor), {
      stripePromotionId: 'WELCOME10',
    });
    expect(found).toMatchObject({ stripePromotion: { code: 'WELCOME10' } });
  });
});
