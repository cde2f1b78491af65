import { gstWithin } from '../../../../domain/billing/gst.ts';
import { dollars } from '../../../../domain/billing/money.ts';
import { daysToPay } from '../../../../domain/billing/providers/provider-invoice.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { operatorNames } from '../../../config/operator-names.ts';
import { translators } from '../../../../domain/i18n/translators.ts';
import { codeOf } from '../../../jobs/queue.ts';
import type { Services } from '../../../pipeline/context.ts';
import { isAway, type WatchedPayments } from '../../../ports/payments/port.ts';
import type { WriteLine } from '../../../ports/write-line.ts';
import { settleInvoice } from '../../billing/api.ts';
import {
  claimWaiting,
  findBilledThere,
  findPastDue,
  hasWaiting,
  type WaitingInvoice,
} from './company-store.ts';
import { providerCustomer } from './provider-customer.ts';

/** Invoices that are made at the same time: well below the payment company's limit of calls. */
const atOnce = 4;

/**
 * Returns the lines about the seller at the end of an invoice: with its ABN, and, if it is registered for GST, as a tax invoice with
 * the GST within the total (D-34).
 */
function footerOf({ config }: Services, { language, quantity, unitPrice }: WaitingInvoice): string {
  const { company, payments } = config;
  const t = translators[language];
  const { companyName, companyAddress } = operatorNames(company, language);
  const seller = [companyName, t('invoice.abn', { abn: company.abn }), companyAddress];
  if (!payments.tax.gstRegistered) return seller.join('\n');
  const gst = dollars(gstWithin(quantity * unitPrice), { exact: true });
  return [t('invoice.tax.title'), ...seller, `${t('invoice.gst')}: ${gst}`].join('\n');
}

/** Makes one invoice there, and updates our row to it. The key is that of the provider, its plan and the first day. */
async function make(services: Services, payments: WatchedPayments, waiting: WaitingInvoice): Promise<void> {
  const { providerId, planId, planName, start, end, unit } = waiting;
  const billed = await findBilledThere(services.db, waiting);
  if (!billed) throw new Error('A payment plan has no price at the payment company');
  const customerId = await providerCustomer(services, payments, providerId, billed.customerId);
  const { id } = await payments.invoiceTerm(
    {
      ...{ customerId, name: billed.name, email: billed.email, priceId: billed.priceId, daysToPay },
      ...{ language: waiting.language, quantity: waiting.quantity, unitPrice: waiting.unitPrice },
      footer: footerOf(services, waiting),
      term: { transactionId: waiting.id, providerId, planId, planName, start, end, unit },
      begunSince: waiting.wasTried ? new Date(`${waiting.invoicedOn}T00:00:00Z`) : null,
    },
    `wattle-term-${providerId}-${planId}-${start}`,
  );
  await settleInvoice(services, id);
}

/** Makes every invoice that waits. Returns the ids of those that failed. @throws PaymentProviderError `unavailable` at once */
async function makeWaiting(
  services: Services,
  payments: WatchedPayments,
  failed: (error: unknown) => void,
): Promise<string[]> {
  const failures: string[] = [];
  let away: unknown = null;
  const work = async () => {
    while (away === null) {
      const waiting = await claimWaiting(services.db, services.clock(), failures);
      if (waiting === null) return;
      try {
        await make(services, payments, waiting);
      } catch (error) {
        if (isAway(error)) away = error;
        else failed(error);
        failures.push(waiting.id);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (away !== null) throw away;
  return failures;
}

/** Reads invoices again that are past their due date: their event may be lost, and there is none for the date itself. */
async function settlePastDue(services: Services, failed: (error: unknown) => void): Promise<void> {
  const today = melbourneDate(services.clock());
  let after: string | null = null;
  for (;;) {
    const page: string[] = await findPastDue(services.db, today, after);
    for (const id of page)
      try {
        await settleInvoice(services, id);
      } catch (error) {
        if (isAway(error)) throw error;
        failed(error);
      }
    after = page.at(-1) ?? null;
    if (after === null) return;
  }
}

/**
 * Makes the invoices of providers at the payment company that wait there, and marks those that are overdue (D-48). Uses the clock
 * of `services`, which must be reliable. Several processes can run it at once, and it can be run again after an interruption:
 * each invoice is claimed by one run at a time, has one key, and is searched there if an earlier run started it.
 * @throws PaymentProviderError `unavailable` while the payment company is unavailable; Error while another run has
 * claimed unfinished invoices
 */
export async function invoiceAtCompany(services: Services, log: WriteLine): Promise<void> {
  const { db, payments } = services;
  if (payments === null) {
    if (await hasWaiting(db, []))
      log('Invoices of providers wait: there is no payment company to make them.', 'error');
    return;
  }
  const failures = await makeWaiting(services, payments, (error) =>
    log(`An invoice of a provider could not be made at the payment company (${codeOf(error)}).`, 'error'),
  );
  await settlePastDue(services, (error) =>
    log(`An invoice of the payment company could not be read again (${codeOf(error)}).`, 'error'),
  );
  if (await hasWaiting(db, failures)) throw new Error('Another run is making invoices of providers');
}
