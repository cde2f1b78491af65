import * as z from 'zod/mini';
import { scopeOf } from '../../../../../domain/access/scope.ts';
import { chosenAtMost } from '../../../../../domain/customers/actions/chosen.ts';
import { refuseInvalid } from '../../../../../domain/errors.ts';
import { melbourneDate } from '../../../../../domain/fields.ts';
import type { CustomerRow } from '../../../../../domain/lists/definitions/customers/customer-columns.ts';
import { customerList } from '../../../../../domain/lists/definitions/customers.ts';
import { wholeListInput } from '../../../../../domain/lists/list-input.ts';
import { queryOf } from '../../../../../domain/lists/query.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { nothing } from '../../../../pipeline/subjects.ts';
import { countCustomers } from '../counts.ts';
import { findFirstCustomers } from '../store.ts';
import { readChosenCustomers } from './chosen-store.ts';

const access = { action: 'customers.read', subject: nothing } as const;

/** The customers of a view and its filters. `more`: there are more than can be chosen. */
export type ChosenCustomers = { customers: CustomerRow[]; more: boolean };

/** Returns all customers that match, up to 500, in the order of the list. */
export const getChosenCustomers = operation({
  name: 'getChosenCustomers',
  kind: 'read',
  input: wholeListInput(customerList),
  access,
  async run({ input, actor, tx, now }): Promise<ChosenCustomers> {
    const query = queryOf(customerList, input);
    const { status, provider_id } = query.filters;
    const houses = status === 'archivedHouse' ? 'archived' : 'working';
    const { within } = await countCustomers(tx, scopeOf(actor), provider_id, houses);
    const at = { now, today: melbourneDate(now) };
    const found = await findFirstCustomers(tx, within, query, at, chosenAtMost + 1);
    return { customers: found.slice(0, chosenAtMost), more: found.length > chosenAtMost };
  },
});

/**
 * Exports up to 500 customers, by name; those outside the caller's scope are left out. It changes nothing, but is a write so that
 * the audit trail records who exported how many, and the format of the file.
 * @throws AppError `invalid` for more
 */
export const exportChosenCustomers = operation({
  name: 'exportChosenCustomers',
  kind: 'write',
  input: z.strictObject({
    ids: z.array(z.string().check(z.uuid())),
    format: z._default(z.enum(['csv', 'xlsx']), 'csv'),
  }),
  access,
  async run({ input, actor, tx, auditDetails }) {
    const ids = [...new Set(input.ids)];
    if (ids.length > chosenAtMost)
      refuseInvalid([{ field: 'form', message: 'error.customer.remindMany', params: { max: chosenAtMost } }]);
    const scope = scopeOf(actor);
    const [{ within }, apart] = await Promise.all([
      countCustomers(tx, scope, null),
      countCustomers(tx, scope, null, 'archived'),
    ]);
    const providers = within.providers && [...within.providers, ...(apart.within.providers ?? [])];
    const rows = await readChosenCustomers(tx, { ...within, providers }, ids);
    auditDetails({ customers: rows.length, format: input.format });
    return [rows];
  },
});
