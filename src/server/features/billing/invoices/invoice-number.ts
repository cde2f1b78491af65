import type { Tx } from '../../../pipeline/context.ts';

/**
 * Returns the next invoice number of a year (GAP-107). Numbers have no gaps, because they are taken in the transaction that uses
 * them.
 */
export async function nextInvoiceNumber(tx: Tx, year: number): Promise<string> {
  const { last } = await tx
    .insertInto('invoice_numbers')
    .values({ year, last: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet((eb) => ({ last: eb('invoice_numbers.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return `WAT-${year}-${String(last).padStart(4, '0')}`;
}
