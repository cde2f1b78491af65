import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { handleWebhooks, typedCard } from '../../../../../testing/stand-ins/payments.ts';
import type { Events } from '../../../../domain/events.ts';
import { declineReasons } from '../../../../domain/billing/payment-company/provider-facts.ts';
import type { Mail } from '../../../ports/mail/port.ts';
import { settleInvoice } from '../../billing/api.ts';
import { getProviderTransactions } from '../../billing/staff-lists/booked-operations.ts';
import { withCompany } from '../company/company.fixture.ts';
import { sendChargeRefused } from '../jobs.ts';
import { saveProviderCard } from './card-operations.ts';

type Refused = Events['provider-invoice.charge-refused'];

describe('the mail about a refused charge for an invoice of a provider', () => {
  const billing = withCompany();
  const { services, company, db, events, addPlanThere, addHouse, bill, invoice, handled } = billing;
  const { drifts, invoices, moveTo, staff } = billing;

  /** Charges everything that is due at the payment company, and handles its webhooks. */
  async function charged() {
    await company().standIn.runDue(services().clock());
    await handled();
  }

  /** Adds a provider whose first invoice was charged to a card that refuses each charge. */
  async function refusedCharge() {
    const provider_id = await addHouse(await addPlanThere(4_900));
    const manager = await staff('provideradmin', provider_id);
    const save = async (card: Parameters<typeof typedCard>[1]) =>
      saveProviderCard.call(manager.context, {
        provider_id,
        card_token: await typedCard(services(), card),
      });
    await save('failsOnCharge');
    await bill();
    await invoice();
    await charged();
    const state = async () => (await invoices(provider_id))[0]!;
    const { stripe_invoice_id: invoiceId, stripe_customer_id: customerId } = await state();
    const payWith = async (card: Parameters<typeof typedCard>[1]) =>
      services().payments!.pay(
        {
          ...{ invoiceId: invoiceId!, customerId: customerId! },
          paymentMethodId: await typedCard(services(), card),
        },
        `pay-with-${card}`,
      );
    return { provider_id, manager, save, state, payWith, invoiceId: invoiceId! };
  }

  const refusals = async () =>
    (await events())
      .filter(([type]) => type === 'provider-invoice.charge-refused')
      .map(([, payload]) => payload as Refused);

  /** Runs the mail job of an event. Returns the mails; `isAway` makes the mail server unavailable. */
  async function mailed(event: Refused, isAway: (to: string) => boolean = () => false) {
    const sent: Mail[] = [];
    const job = sendChargeRefused(event, {
      services: services(),
      mailer: {
        async send(mail) {
          if (isAway(mail.to)) throw new Error('The mail server is away');
          sent.push(mail);
        },
        close: async () => {},
      },
      log: () => {},
      jobId: `job-${event.charge_id}`,
      at: services().clock(),
    });
    const failed = await job.then(
      () => false,
      () => true,
    );
    return { sent, failed };
  }

  it('names amount, term, card, reason and the next attempt, and links to the billing page [D-48, D-53, GAP-54]', async () => {
    const { provider_id, manager, state } = await refusedCharge();
    const found = await refusals();
    expect(found).toEqual([
      { provider_id, transaction_id: (await state()).id, charge_id: expect.stringMatching(/^ch_/) },
    ]);
    const { sent } = await mailed(found[0]!);
    expect(sent.map(({ to }) => to)).toEqual([manager.email]);
    const { subject, plain, html } = sent[0]!;
    expect(subject).toBe(`The card payment of Wattle invoice ${(await state()).invoice_number} was refused`);
    for (const words of [
      '$588.00 for Beds, 12 beds, from 1 March 2026 to 28 February 2027.',
      'On 1 March 2026, the bank did not accept the charge to Visa ending in 0341. Nothing was taken.',
      'The bank does not tell us why. You can ask it.',
      'We try again on 4 March 2026. If you change the card before then, we charge the new one.',
    ])
      expect(plain).toContain(words);
    expect(plain).toContain(`${services().config.publicUrl}/provider/billing`);
    expect(`${plain} ${html}`).not.toMatch(/generic_decline|card_declined|ch_|in_/);
  });

  it('is written in the language of each manager, and goes to the contact person alone if there is one [GAP-119]', async () => {
    const { provider_id } = await refusedCharge();
    const other = await staff('provideradmin', provider_id);
    await db().updateTable('users').set({ language: 'zh' }).where('id', '=', other.userId).execute();
    await staff('providerview', provider_id);
    const [event] = await refusals();
    const { sent } = await mailed(event!);
    expect(sent).toHaveLength(2);
    const inChinese = sent.find(({ to }) => to === other.email)!;
    expect(inChinese.subject).toContain('的扣款被拒绝');
    expect(inChinese.plain).toContain('2026年3月1日');
    expect(inChinese.plain).toContain('银行没有批准从尾号 0341 的 Visa 卡扣款');
    await sql`truncate sent_messages`.execute(db());
    await db()
      .updateTable('providers')
      .set({ contact_id: other.userId })
      .where('id', '=', provider_id)
      .execute();
    expect((await mailed(event!)).sent.map(({ to }) => to)).toEqual([other.email]);
  });

  it('is sent for each refused charge, and says when the card is not charged again', async () => {
    const { payWith } = await refusedCharge();
    for (const day of ['2026-03-04', '2026-03-06'] as const) {
      moveTo(day);
      await charged();
    }
    const found = await refusals();
    expect(new Set(found.map(({ charge_id }) => charge_id)).size).toBe(3);
    expect(found).toHaveLength(3);
    const last = (await mailed(found[2]!)).sent[0]!;
    expect(last.plain).toContain('On 6 March 2026, the bank did not accept');
    expect(last.plain).toContain('We will not try again by ourselves.');
    // A mail that is late has the attempt after the last charge.
    expect((await mailed(found[0]!)).sent[0]!.plain).toContain('We will not try again by ourselves.');
    await payWith('insufficient');
    await handled();
    const byHand = (await refusals())[3]!;
    const { plain } = (await mailed(byHand)).sent[0]!;
    expect(plain).toContain('Visa ending in 9995');
    expect(plain).toContain('There was not enough money on the card.');
  });

  it('is sent once if the events of a charge arrive again, in another order, at the same moment, and after a comparison of the books [fault 14]', async () => {
    const { invoiceId } = await refusedCharge();
    const all = [...company().webhooks];
    await handleWebhooks(services(), all.toReversed());
    await db().deleteFrom('payment_events').execute();
    await handleWebhooks(services(), all);
    await Promise.all([1, 2, 3].map(() => settleInvoice(services(), invoiceId)));
    await drifts(true);
    const found = await refusals();
    expect(found).toHaveLength(1);
    expect((await mailed(found[0]!)).sent).toHaveLength(1);
    expect(await mailed(found[0]!)).toEqual({ sent: [], failed: false });
  });

  it('is announced once if two readings of the same new charge are written at the same moment [fault 14]', async () => {
    const { payWith, invoiceId } = await refusedCharge();
    await payWith('expired');
    await Promise.all([1, 2, 3].map(() => settleInvoice(services(), invoiceId)));
    expect(await refusals()).toHaveLength(2);
  });

  it('is not sent if the invoice was paid or credited meanwhile', async () => {
    const { payWith, state } = await refusedCharge();
    const [event] = await refusals();
    expect(await payWith('visa')).toEqual({ kind: 'paid' });
    await handled();
    expect(await state()).toMatchObject({ status: 'paid', charge_failed: false });
    expect(await mailed(event!)).toEqual({ sent: [], failed: false });
    await db().updateTable('transactions').set({ status: 'refunded' }).execute();
    expect(await mailed(event!)).toEqual({ sent: [], failed: false });
    expect(await refusals()).toHaveLength(1);
  });

  it('is sent later if the mail server is unavailable, and once to each manager [GAP-54]', async () => {
    const { provider_id, manager } = await refusedCharge();
    const other = await staff('provideradmin', provider_id);
    const [event] = await refusals();
    const first = await mailed(event!, (to) => to === manager.email);
    expect([first.failed, first.sent.map(({ to }) => to)]).toEqual([true, [other.email]]);
    const second = await mailed(event!);
    expect([second.failed, second.sent.map(({ to }) => to)]).toEqual([false, [manager.email]]);
  });

  it('has its reason in the lists of the platform and of the provider while the invoice is not paid [TRANS-01]', async () => {
    const { provider_id, manager, payWith } = await refusedCharge();
    const platform = await staff('admin');
    const shown = async () =>
      Promise.all(
        [platform, manager].map(
          async ({ context }) =>
            (await getProviderTransactions.call(context, { provider_id })).data.map(({ refusal, status }) => [
              refusal,
              status,
            ])[0],
        ),
      );
    expect(await shown()).toEqual([
      ['declined', 'pending'],
      ['declined', 'pending'],
    ]);
    services().clock = (
      (before) => () =>
        new Date(before().getTime() + 1_000)
    )(services().clock);
    await payWith('insufficient');
    await handled();
    expect((await shown())[0]).toEqual(['insufficient', 'pending']);
    await payWith('visa');
    await handled();
    expect((await shown())[0]).toEqual([null, 'paid']);
  });

  it('is not announced if the change of the books is rolled back', async () => {
    const { payWith, invoiceId } = await refusedCharge();
    await payWith('cvc');
    const broken = { ...services(), secrets: null } as unknown as ReturnType<typeof services>;
    await expect(settleInvoice(broken, invoiceId)).rejects.toThrow();
    expect(await refusals()).toHaveLength(1);
    await settleInvoice(services(), invoiceId);
    expect(await refusals()).toHaveLength(2);
    const reasons = await db().selectFrom('provider_charge_refusals').select('reason').execute();
    expect(reasons.map(({ reason }) => reason).toSorted()).toEqual(['cvc', 'declined']);
  });

  it('has a sentence for each reason, in both languages, and without a card for a brand that is not shown', async () => {
    const { state, manager } = await refusedCharge();
    const { id: transaction_id, provider_id } = await state();
    for (const [place, reason] of declineReasons.entries()) {
      const charge_id = `ch_${place}`;
      await db()
        .insertInto('provider_charge_refusals')
        .values({ charge_id, transaction_id, reason, refused_at: services().clock() })
        .execute();
      const language = place % 2 === 0 ? 'en' : 'zh';
      await db().updateTable('users').set({ language }).where('id', '=', manager.userId).execute();
      const { sent } = await mailed({ charge_id, transaction_id, provider_id: provider_id! });
      expect(sent[0]!.plain).toMatch(
        language === 'en' ? /the charge to your card\. Nothing/ : /从您的卡扣款/,
      );
      expect(sent[0]!.plain).not.toMatch(/[{}]/);
    }
  });
});
