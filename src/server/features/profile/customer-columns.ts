import * as z from 'zod/mini';
import { storedColumns } from '../../../domain/lists/definitions/customers/chosen-columns.ts';
import { operation } from '../../pipeline/operation.ts';
import { ownAccount } from '../../pipeline/subjects.ts';

/**
 * Chooses the columns that the caller sees in the table of customers, in every browser (N-03). Unknown keys are ignored; without
 * columns the table has the usual ones.
 */
export const updateCustomerColumns = operation({
  name: 'updateCustomerColumns',
  kind: 'write',
  input: z.strictObject({
    columns: z.nullish(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))),
  }),
  access: { action: 'settings.columns', subject: ownAccount },
  async run({ input, subject, tx, now, auditDetails }): Promise<string[] | null> {
    const stored = storedColumns(input.columns ?? null);
    const columns = stored && [...stored];
    await tx
      .updateTable('users')
      .set({ customer_columns: columns, updated_at: now })
      .where('id', '=', subject.ownerId)
      .execute();
    auditDetails({ columns: columns?.join(' ') ?? null });
    return columns;
  },
});
