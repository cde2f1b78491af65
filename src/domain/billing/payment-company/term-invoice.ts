import { daysAfter, melbourneDate, type IsoDate } from '../../fields.ts';
import type { BookedInvoice } from '../lifecycle.ts';
import { daysToPay } from '../providers/provider-invoice.ts';
import type { InvoiceFacts } from './provider-facts.ts';

/** Returns the due date of an invoice of a provider; one that is charged to a card has the same time as one that is sent. */
export const dueOnOf = ({ dueAt, createdAt }: Pick<InvoiceFacts, 'dueAt' | 'createdAt'>): IsoDate =>
  dueAt === null ? daysAfter(melbourneDate(createdAt), daysToPay) : melbourneDate(dueAt);

/**
 * Returns the state of a provider's invoice in our books by the payment company's facts (D-48); null while it is a draft. Facts
 * may arrive in any order: a paid invoice stays paid, and a refund is never undone. A void invoice is credited as a whole; one
 * that the payment company gave up on is still owed.
 */
export function termInvoiceAfter(
  before: BookedInvoice | null,
  invoice: InvoiceFacts,
  today: IsoDate,
): BookedInvoice | null {
  const { status, total } = invoice;
  if (status === 'draft') return null;
  if (status === 'void') return { status: 'refunded', refunded: total };
  const refunded = Math.min(Math.max(before?.refunded ?? 0, invoice.refunded), total);
  const isRefunded = total > 0 && refunded >= total;
  if (isRefunded) return { status: 'refunded', refunded };
  if (status === 'paid' || before?.status === 'paid' || before?.status === 'refunded')
    return { status: 'paid', refunded };
  const isOverdue = status === 'uncollectible' || dueOnOf(invoice) < today;
  return { status: isOverdue ? 'overdue' : 'pending', refunded };
}
