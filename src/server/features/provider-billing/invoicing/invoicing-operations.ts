import * as z from 'zod/mini';
import { dueInvoice } from '../../../../domain/billing/providers/provider-invoice.ts';
import { trialDaysLeft } from '../../../../domain/billing/trial.ts';
import { dueTrialNotice } from '../../../../domain/billing/providers/trial-notice.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { insertInvoice, isBilled, lockBillable, markOverdue, moveBillingDate } from './invoicing-store.ts';
import { lockTrial, noteTrialNotice } from './trial-store.ts';

const provider_id = z.string().check(z.uuid());

/**
 * Makes the next invoice that is due for a provider, for one term; an archived provider gets none for it. Returns whether
 * another term is due. The invoice and the next billing date commit together, so a run that was interrupted makes none twice. An
 * invoice of the payment company waits without a number until it is made there.
 */
export const invoiceProvider = operation({
  name: 'invoiceProvider',
  kind: 'write',
  input: z.strictObject({ provider_id }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, now, emit, auditDetails }) {
    const today = melbourneDate(now);
    const provider = await lockBillable(tx, input.provider_id, today);
    const invoice = provider && dueInvoice(provider.billed, today);
    if (!provider || !invoice) return false;
    const { amount, quantity, start, anchor, next } = invoice;
    const [wasBilled] = await Promise.all([
      isBilled(tx, provider, start),
      moveBillingDate(tx, provider, invoice),
    ]);
    const isMoreDue = dueInvoice({ ...provider.billed, anchor, nextOn: next }, today) !== null;
    if (provider.archived || wasBilled) {
      auditDetails({ ...input, start, skipped: true });
      return isMoreDue;
    }
    const transactionId = await insertInvoice(tx, provider, invoice, today);
    // An invoice of the payment company is announced when it has been made there.
    if (!provider.atCompany)
      emit('provider-invoice.issued', { provider_id: provider.id, transaction_id: transactionId });
    auditDetails({ ...input, transaction_id: transactionId, amount, quantity, start });
    return isMoreDue;
  },
});

/** Marks a batch of unpaid invoices as overdue, and announces each. Returns how many. */
export const markInvoicesOverdue = operation({
  name: 'markInvoicesOverdue',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ tx, now, emit, auditDetails }) {
    const overdue = await markOverdue(tx, melbourneDate(now));
    for (const { id, provider_id: provider } of overdue)
      emit('provider-invoice.overdue', { provider_id: provider, transaction_id: id });
    auditDetails({ count: overdue.length });
    return overdue.length;
  },
});

/** Announces that the trial of a provider ends soon, or has ended, once for each of the days. Returns false if nothing is due. */
export const announceTrialEnd = operation({
  name: 'announceTrialEnd',
  kind: 'write',
  input: z.strictObject({ provider_id }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, now, emit, auditDetails }) {
    const trial = await lockTrial(tx, input.provider_id);
    const today = melbourneDate(now);
    const notice = trial && dueTrialNotice(trial.ends, trial.sent, today);
    if (!trial || notice === null) return false;
    await noteTrialNotice(tx, input.provider_id, trial.ends, notice);
    // A notice may be late, for example after an outage, so it names the days that are left.
    const days = Math.max(0, trialDaysLeft(trial.ends, today));
    emit('provider-trial.notice', { ...input, on: trial.ends, days });
    auditDetails({ ...input, days });
    return true;
  },
});
