import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPayments, subscriber, type PaymentTest, type Webhook } from './payments.fixture.ts';
import { stripeProvider } from './stripe/stripe.ts';

let test: PaymentTest;
let status = 200;
beforeAll(async () => {
  test = await startPayments({ answer: () => status });
});
beforeEach(() => void (status = 200));
afterAll(() => test.close());

const verified = ({ body, signature }: Webhook, now = test.now.at) =>
  test.provider.verifiedEvent(Buffer.from(body), signature, now);

const paidWebhook = async (): Promise<Webhook & { invoiceId: string; customerId: string }> => {
  const { invoiceId, customerId } = await subscriber(test);
  await test.standIn.delivered();
  const webhook = test.webhooks.find(
    ({ body }) => body.includes('"invoice.paid"') && body.includes(`"${invoiceId}"`),
  );
  return { ...webhook!, invoiceId, customerId };
};

const signed = (event: object, secret = test.standIn.webhookSecret): Webhook => {
  const body = JSON.stringify(event);
  const timestamp = Math.floor(test.now.at.getTime() / 1000);
  return { body, signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
};

describe('a webhook', () => {
  it('names the object to read again, and has a signature in the form of Stripe', async () => {
    const webhook = await paidWebhook();
    expect(verified(webhook)).toMatchObject({
      id: expect.stringMatching(/^evt_/) as string,
      type: 'invoice.paid',
      objectId: webhook.invoiceId,
      customerId: webhook.customerId,
    });
  });

  it("is sent for every change to a person's payment plan", async () => {
    const { customerId, subscriptionId } = await subscriber(test);
    await test.provider.setCancelAtPeriodEnd(subscriptionId, true);
    await test.provider.endSubscription(subscriptionId);
    await test.standIn.delivered();
    const types = test.webhooks
      .map((webhook) => verified(webhook))
      .filter((event) => event.customerId === customerId)
      .map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        'customer.subscription.created',
        'invoice.finalized',
        'charge.succeeded',
        'payment_intent.succeeded',
        'invoice.paid',
        'customer.subscription.updated',
        'customer.subscription.deleted',
      ]),
    );
  });

  it('is refused when it is forged, changed or more than five minutes old [fault 15]', async () => {
    const webhook = await paidWebhook();
    const forged = { name: 'PaymentProviderError', code: 'forged' };
    const late = (ms: number) => new Date(Math.floor(test.now.at.getTime() / 1000) * 1000 + ms);
    const isRefused = (wrong: Webhook, now?: Date) =>
      expect(() => verified(wrong, now)).toThrow(expect.objectContaining(forged) as Error);
    expect(verified(webhook, late(300_000)).type).toBe('invoice.paid');
    isRefused(webhook, late(301_000));
    isRefused({ ...webhook, body: webhook.body.replace('invoice.paid', 'invoice.void') });
    isRefused({ ...webhook, body: `${webhook.body} ` });
    isRefused({ ...webhook, signature: '' });
    isRefused({ ...webhook, signature: webhook.signature.replace('v1=', 'v0=') });
    isRefused(signed(JSON.parse(webhook.body) as object, 'whsec_of_another_account'));
  });

  it('is refused for another account and for real money where there is none [fault 15]', async () => {
    const { body } = await paidWebhook();
    const event = JSON.parse(body) as object;
    expect(verified(signed(event)).type).toBe('invoice.paid');
    for (const wrong of [{ account: 'acct_other' }, { livemode: true }])
      expect(() => verified(signed({ ...event, ...wrong }))).toThrow(/another account/);
  });

  it('is valid with either of two secrets while the secret is being changed', async () => {
    const { body } = await paidWebhook();
    const both = stripeProvider({
      secretKey: test.standIn.secretKey,
      publishableKey: test.standIn.publishableKey,
      webhookSecrets: ['whsec_new', 'whsec_old'],
      clock: () => test.now.at,
    });
    for (const secret of ['whsec_new', 'whsec_old']) {
      const webhook = signed(JSON.parse(body) as object, secret);
      expect(both.verifiedEvent(Buffer.from(webhook.body), webhook.signature, test.now.at).type).toBe(
        'invoice.paid',
      );
    }
  });

  it('is sent again until it is accepted', async () => {
    status = 503;
    const before = test.webhooks.length;
    await test.stripe.customers.create({ email: 'again@wattle.example' });
    await test.standIn.delivered();
    const sent = () => test.webhooks.slice(before).map((webhook) => verified(webhook).id);
    expect(sent()).toHaveLength(1);
    status = 200;
    for (let tries = 0; sent().length < 2 && tries < 100; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent()).toHaveLength(2);
    expect(new Set(sent()).size).toBe(1);
    await test.standIn.delivered();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(sent()).toHaveLength(2);
  });

  it('is sent only of the types for which the receiver is set up, and the others do not wait', async () => {
    const own = await startPayments({ isEnabled: (type) => type.startsWith('invoice.') });
    try {
      await subscriber(own);
      await own.standIn.delivered();
      const types = own.webhooks.map(({ body }) => (JSON.parse(body) as Stripe.Event).type);
      expect(types).toContain('invoice.paid');
      expect(types.filter((type) => !type.startsWith('invoice.'))).toEqual([]);
      const { rows } = await sql`select 1 from stripe_stand_in.events where delivered_at is null`.execute(
        own.db,
      );
      expect(rows).toEqual([]);
    } finally {
      await own.close();
    }
  });
});
