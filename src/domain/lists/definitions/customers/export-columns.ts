import { customerColumns, type CustomerColumnKey } from './customer-columns.ts';

/** Columns that only the exported file has (N-10), after a column of the table. */
const exportOnly = {
  email: ['birth_date'],
  acp_status: [
    'signed_on',
    'plan_version',
    'decision_maker',
    'decision_maker_agreed',
    'next_look',
    'last_conversation_on',
    'last_conversation',
  ],
} as const satisfies Partial<Record<CustomerColumnKey, readonly string[]>>;

/** Key of a column that only the exported file has. */
export type ExportOnlyKey = (typeof exportOnly)[keyof typeof exportOnly][number];

const besides: Partial<Record<CustomerColumnKey, readonly ExportOnlyKey[]>> = exportOnly;

/** The columns of the exported file in order. */
export const exportColumns = customerColumns.flatMap(
  ({ key }): readonly (CustomerColumnKey | ExportOnlyKey)[] => [key, ...(besides[key] ?? [])],
);
