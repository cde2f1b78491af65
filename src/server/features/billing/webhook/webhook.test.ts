import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventOf, moneyOf, subscribe } from '../../../../../testing/stand-ins/payments.ts';
import { person } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';

const secrets = ['whsec_old', 'whsec_new'];
const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: secrets.join(','),
  STRIPE_PRICE_CARE: 'price_1',
  STRIPE_PRICE_LIFETIME: 'price_2',
};

describe('a webhook', () => {
  let app: TestApp;
  const lines: { details: object; message: string }[] = [];

  beforeAll(async () => {
    app = await startApp({ env: keys });
    // The payment company cannot be called here, but the test only needs what is accepted.
    app.application.app.log.warn = ((details: object, message: string) =>
      void lines.push({ details, message })) as never;
  });
  afterAll(() => app.close());

  async function send(
    event: object,
    { secret = secrets[1]!, age = 0, body }: { secret?: string; age?: number; body?: string } = {},
  ) {
    const payload = JSON.stringify(event);
    const timestamp = Math.floor(Date.now() / 1000) - age;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return post(body ?? payload, { 'stripe-signature': signature });
  }
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/api/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const waitingStatements = async () => {
    const { rows } = await app.application.pool.query(
      `select count(*)::int as waiting from pg_locks where not granted and relation = 'payment_events'::regclass`,
    );
    return rows[0].waiting as number;
  };
  const kept = (id: string) =>
    app.services.db.selectFrom('payment_events').selectAll().where('id', '=', id).execute();

  it('that is signed is stored once, however often it arrives, without its content [fault 15]', async () => {
    const event = eventOf();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(event)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await kept(event.id)).toMatchObject([
      { type: 'price.updated', object_id: 'in_1', customer_id: 'cus_1' },
    ]);
  });

  it('is accepted with either secret while one replaces the other [fault 15]', async () => {
    for (const secret of secrets) expect((await send(eventOf(), { secret })).status).toBe(200);
  });

  it.each([
    ['with another secret', () => send(eventOf({ id: 'evt_bad1' }), { secret: 'whsec_forged' })],
    ['with another body', () => send(eventOf({ id: 'evt_bad2' }), { body: JSON.stringify(eventOf()) })],
    ['301 seconds ago', () => send(eventOf({ id: 'evt_bad3' }), { age: 302 })],
    ['for another account', () => send(eventOf({ id: 'evt_bad4', account: 'acct_other' }))],
    ['for money, where ours is a test', () => send(eventOf({ id: 'evt_bad5', livemode: true }))],
    ['not at all', () => post(JSON.stringify(eventOf({ id: 'evt_bad6' })))],
    ['over no JSON', () => post('{', { 'stripe-signature': 't=1,v1=00' })],
  ])('that is signed %s is refused, not stored, and logged [fault 15]', async (_, call) => {
    const before = lines.length;
    expect((await call()).status).toBe(400);
    const rows = await app.services.db
      .selectFrom('payment_events')
      .select('id')
      .where('id', 'like', 'evt_bad%')
      .execute();
    expect(rows).toEqual([]);
    expect(lines.length - before).toBe(1);
    expect(lines.at(-1)).toMatchObject({ message: 'webhook refused' });
    expect(JSON.stringify(lines.at(-1))).not.toMatch(/in_1|cus_1|evt_/);
  });

  it('of an unsupported kind counts as handled, and the kind is logged once [fault 15]', async () => {
    const type = 'radar.early_fraud_warning.created';
    const before = lines.length;
    for (let time = 0; time < 2; time += 1) {
      const event = eventOf({ type });
      expect((await send(event)).status).toBe(200);
      expect(await kept(event.id)).toMatchObject([{ type, handled_at: expect.any(Date) }]);
    }
    expect(lines.slice(before)).toEqual([
      { details: { type }, message: 'the payment company sends a type of event that is not read here' },
    ]);
  });

  it('that is refused fills no log: twenty lines in a minute, and then how many were left out [fault 15]', async () => {
    const realNow = performance.now.bind(performance);
    let offset = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + offset);
    const linesOf = async (calls: number) => {
      offset += 61_000;
      const before = lines.length;
      for (let call = 0; call < calls; call += 1) expect((await post('{}')).status).toBe(400);
      return lines.slice(before).map(({ details }) => details);
    };
    try {
      expect(await linesOf(25)).toHaveLength(20);
      const [first, second] = await linesOf(2);
      expect(first).toMatchObject({ left_out: 5 });
      expect(second).not.toHaveProperty('left_out');
    } finally {
      clock.mockRestore();
    }
  });

  it('of ever new kinds fills no log: five hundred kinds are logged [fault 15]', async () => {
    const kinds = Array.from({ length: 520 }, (_, each) => `made.up.${each}`);
    for (let at = 0; at < kinds.length; at += 40) {
      const answers = await Promise.all(kinds.slice(at, at + 40).map((type) => send(eventOf({ type }))));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    const logged = lines.filter(({ message }) => message.startsWith('the payment company sends a type'));
    expect(logged).toHaveLength(500);
  });

  it('is answered only when it is stored, and all that arrive meanwhile are stored by one statement [fault 15]', async () => {
    const { pool } = app.application;
    const events = Array.from({ length: 10 }, () => eventOf());
    const lock = await pool.connect();
    let answered = 0;
    try {
      await lock.query('begin; lock table payment_events in exclusive mode');
      const calls = events.map((event) => send(event).finally(() => (answered += 1)));
      await expect.poll(waitingStatements).toBe(1);
      await pause(300);
      expect(answered).toBe(0);
      expect(await waitingStatements()).toBe(1);
      await lock.query('commit');
      for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    } finally {
      lock.release();
    }
    for (const { id } of events) expect(await kept(id)).toHaveLength(1);
  });

  it('that the database refuses is not accepted, and does not block the others [fault 15]', async () => {
    const odd = eventOf({ id: 'evt_bad\u0000' });
    const events = Array.from({ length: 5 }, () => eventOf());
    const answers = await Promise.all([odd, ...events].map((event) => send(event)));
    expect(answers.map(({ status }) => status)).toEqual([500, 200, 200, 200, 200, 200]);
    for (const { id } of events) expect(await kept(id)).toHaveLength(1);
  });

  it('of more than 256 kB is not read [security 27]', async () => {
    expect((await post(JSON.stringify({ pad: 'x'.repeat(300_000) }))).status).toBe(413);
  });

  it('that another page of the browser sends is refused [security 31]', async () => {
    expect((await post('{}', { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('webhooks of payments', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('that arrive before the response change nothing: one row of each kind [fault 15]', async () => {
    const who = await person(app.services);
    const paymentMethodId = 'pm_card_visa';
    const { payments } = app.services;
    expect(payments?.isStandIn).toBe(true);
    // Creates a card as a browser does.
    const answer = await fetch(`${app.url}/stripe-stand-in/v1/payment_methods`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${payments!.publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
        origin: app.url,
      },
      body: 'type=card&card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2030&card[cvc]=123',
    });
    const made = (await answer.json()) as { id?: string };
    const call = { yearlyPriceId: 'price_wattle_care', paymentMethodId: made.id ?? paymentMethodId };
    expect(await subscribe(app.services, who, call)).toMatchObject({ status: 'paid' });
    await expect
      .poll(
        async () => {
          const { rows } = await app.application.pool.query(
            'select count(*)::int as waiting from payment_events where handled_at is null',
          );
          const all = await app.services.db.selectFrom('payment_events').select('id').execute();
          return all.length > 2 && rows[0].waiting === 0;
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    const money = await moneyOf(app.services, who.userId);
    expect(money.transactions).toHaveLength(1);
    expect(money.there.subscriptions).toHaveLength(1);
    expect(money.attempts.map(({ state }) => state)).toEqual(['paid']);
    const received = await app.services.db
      .selectFrom('recent_activities')
      .select('id')
      .where('user_id', '=', who.userId)
      .where('template', '=', 'payment')
      .execute();
    expect(received).toHaveLength(1);
  });
});
