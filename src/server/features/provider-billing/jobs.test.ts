import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Mail } from '../../ports/mail/port.ts';
import { sendOverdue } from './jobs.ts';
import { withBilling } from './provider-billing.fixture.ts';

describe('the mails about the bills of a provider', () => {
  const { test, db, addPlan, addProvider, run, invoices, staff } = withBilling();

  /** Sends the mail about an overdue invoice. Returns what was mailed and logged. */
  async function overdue(providerId: string) {
    const [invoice] = await invoices(providerId);
    const sent: Mail[] = [];
    const lines: string[] = [];
    await sendOverdue(
      { provider_id: providerId, transaction_id: invoice!.id },
      {
        services: test().services,
        mailer: { send: async (mail) => void sent.push(mail), close: async () => {} },
        log: (line) => lines.push(line),
        jobId: `job-${providerId}`,
        at: new Date(),
      },
    );
    return { sent, lines };
  }

  async function billed(changes: Record<string, unknown> = {}) {
    const id = await addProvider(await addPlan(4_900), '2026-03-01', changes);
    await run('2026-03-01');
    await run('2026-04-01');
    return id;
  }

  it('go to the managers, and to the contact person alone if they manage', async () => {
    const id = await billed();
    const [one, other] = [await staff('provideradmin', id), await staff('provideradmin', id)];
    await staff('providerview', id);
    const addresses = async () => (await overdue(id)).sent.map(({ to }) => to).toSorted();
    expect(await addresses()).toEqual([one.email, other.email].toSorted());
    await db().updateTable('providers').set({ contact_id: other.userId }).where('id', '=', id).execute();
    await sql`truncate sent_messages`.execute(db());
    expect(await addresses()).toEqual([other.email]);
  });

  it('go to the address of a provider without managers, and are logged if it has none', async () => {
    const withAddress = await billed({ email: 'office@test.example' });
    expect((await overdue(withAddress)).sent.map(({ to }) => to)).toEqual(['office@test.example']);
    const without = await billed({ email: null });
    const { sent, lines } = await overdue(without);
    expect(sent).toEqual([]);
    expect(lines).toEqual([`A mail about the bills of provider ${without} has no receiver.`]);
  });

  it('name what is left after a credit, and are not sent for an invoice that was paid meanwhile', async () => {
    const id = await billed();
    await staff('provideradmin', id);
    await db().updateTable('transactions').set({ refunded: 8_800 }).where('provider_id', '=', id).execute();
    const [mail] = (await overdue(id)).sent;
    expect(mail!.plain).toContain('$500.00');
    expect(mail!.plain).not.toContain('$588.00');
    await db().updateTable('transactions').set({ status: 'paid' }).where('provider_id', '=', id).execute();
    expect((await overdue(id)).sent).toEqual([]);
  });
});
