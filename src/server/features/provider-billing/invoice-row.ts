import type { FeeUnit } from '../../../domain/billing/providers/provider-fee.ts';
import { melbourneDate, type IsoDate } from '../../../domain/fields.ts';
import type { Tx } from '../../pipeline/context.ts';

/** An invoice of a provider (ENT-21). Amounts in Australian cents. */
export type ProviderInvoiceRow = {
  id: string;
  providerId: string;
  provider: string;
  invoiceNumber: string;
  planName: string;
  amount: number;
  refunded: number;
  status: 'paid' | 'pending' | 'refunded' | 'overdue';
  unit: FeeUnit | null;
  quantity: number;
  unitPrice: number;
  start: IsoDate;
  end: IsoDate | null;
  invoicedOn: IsoDate;
  dueOn: IsoDate;
  paidOn: IsoDate | null;
  refundedOn: IsoDate | null;
  language: 'en' | 'zh';
  /** Page at the payment company for an invoice that the company makes; the product makes no PDF of it (D-48). */
  hostedUrl: string | null;
};

/** Loads an invoice of a provider; null if there is none with this id. */
export async function findInvoice(tx: Tx, id: string): Promise<ProviderInvoiceRow | null> {
  const row = await tx
    .selectFrom('transactions')
    .innerJoin('providers', 'providers.id', 'transactions.provider_id')
    .selectAll('transactions')
    .select('providers.name')
    .where('transactions.id', '=', id)
    .executeTakeFirst();
  if (!row?.provider_id || row.invoice_number === null) return null;
  return {
    id: row.id,
    providerId: row.provider_id,
    provider: row.name,
    invoiceNumber: row.invoice_number,
    planName: row.plan_name ?? '',
    amount: row.amount,
    refunded: row.refunded,
    status: row.status,
    unit: row.unit,
    quantity: row.quantity ?? 1,
    unitPrice: row.unit_price ?? row.amount,
    start: row.period_start ?? row.invoice_date,
    end: row.period_end,
    invoicedOn: row.invoice_date,
    dueOn: row.due_date ?? row.invoice_date,
    paidOn: row.payment_date,
    refundedOn: row.refunded_at && melbourneDate(row.refunded_at),
    language: row.language,
    hostedUrl: row.hosted_url,
  };
}
