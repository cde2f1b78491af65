import { sql } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import type { IsoDate } from '../../../domain/fields.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Page } from '../../../domain/lists/page.ts';
import { transactionList } from '../../../domain/lists/definitions/transactions.ts';
import type { ListQuery } from '../../../domain/lists/query.ts';
import { listSource, readPage } from '../../db/lists/page.ts';
import { inScope } from '../../db/lists/scope.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { labelOf, planIdOf } from './plans.ts';

/** A payment (ENT-21). Amounts in cents. */
export type Transaction = {
  id: string;
  subscription_id: string | null;
  amount: number;
  discount: number;
  refunded: number;
  invoice_date: IsoDate;
  payment_date: IsoDate | null;
  due_date: IsoDate | null;
  status: 'paid' | 'pending' | 'refunded' | 'overdue';
  user_id: string | null;
  provider_id: string | null;
  stripe_customer_id: string | null;
  stripe_invoice_id: string | null;
  invoice_number: string | null;
  /** Name of the payment plan. */
  description: string;
  /** URL of our own invoice, for the person who paid; null before it has a number. */
  stripe_invoice_pdf: string | null;
};

const source = listSource(transactionList, {
  rows: (tx, scope: Scope) =>
    tx
      .selectFrom('transactions')
      .leftJoin('subscriptions', 'subscriptions.id', 'transactions.subscription_id')
      .select([
        'transactions.id',
        'transactions.subscription_id',
        'transactions.amount',
        'transactions.discount',
        'transactions.refunded',
        'transactions.invoice_date',
        'transactions.payment_date',
        'transactions.due_date',
        'transactions.status',
        'transactions.user_id',
        'transactions.provider_id',
        'transactions.stripe_customer_id',
        'transactions.stripe_invoice_id',
        'transactions.invoice_number',
        'subscriptions.name',
        'subscriptions.stripe_price_id',
      ])
      .where(inScope(scope, { person: 'transactions.user_id', provider: 'transactions.provider_id' })),
  id: 'transactions.id',
  filters: {
    user_id: (id) => sql<boolean>`transactions.user_id = ${id}::uuid`,
    provider_id: (id) => sql<boolean>`transactions.provider_id = ${id}::uuid`,
  },
  sorts: { invoice_date: 'transactions.invoice_date' },
});

/** Loads a page of the payments of a scope, described in a language. */
export async function findTransactions(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  scope: Scope,
  query: ListQuery<typeof transactionList>,
  language: Language,
): Promise<Page<Transaction>> {
  const page = await readPage(tx, source, scope, query);
  return {
    ...page,
    data: page.data.map(({ name, stripe_price_id, ...row }) => ({
      ...row,
      description: labelOf(
        { known: planIdOf(config.payments.priceIds, stripe_price_id), name: name ?? '' },
        language,
      ),
      stripe_invoice_pdf:
        row.invoice_number === null || scope.people !== 'one' ? null : `/api/invoices/${row.id}`,
    })),
  };
}
