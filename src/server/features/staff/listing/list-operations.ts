import * as z from 'zod/mini';
import { scopeOf } from '../../../../domain/access/scope.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import { providerNameList } from '../../../../domain/lists/definitions/provider-names.ts';
import { listInput, optionalReference } from '../../../../domain/lists/list-input.ts';
import { queryOf } from '../../../../domain/lists/query.ts';
import { staffList } from '../../../../domain/lists/definitions/staff.ts';
import { findProviderNames } from '../../../db/lists/provider-names.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { findGivenRoles } from '../roles/given-roles.ts';
import { countStaff, findStaff, readStaff, type StaffRow } from './list-store.ts';

const access = { action: 'staff.read', subject: nothing } as const;

/** A page of the staff, with the permission roles that the caller can give. */
export type StaffPage = Page<StaffRow> & { given_roles: readonly number[] };

/**
 * Returns the staff of the caller's provider and of those under it; for the platform's staff all staff, and the administrators
 * (API-50).
 */
export const getProviderUsers = operation({
  name: 'getProviderUsers',
  kind: 'read',
  input: listInput(staffList),
  access,
  async run({ input, actor, tx }): Promise<StaffPage> {
    const page = await findStaff(tx, { actor, scope: scopeOf(actor) }, queryOf(staffList, input));
    return { ...page, given_roles: await findGivenRoles(tx, actor) };
  },
});

/** Returns the number of staff: all whom the caller can see, or those of one provider and the providers under it (API-50). */
export const getProviderUsersCount = operation({
  name: 'getProviderUsersCount',
  kind: 'read',
  input: z.strictObject({ provider_id: optionalReference() }),
  access,
  run: ({ input, actor, tx }) => countStaff(tx, scopeOf(actor), input.provider_id ?? null),
});

/**
 * Exports all staff that match, in batches. The audit trail records who exported the list, and the filters; the
 * search words are not recorded, because they name people.
 */
export const exportStaff = operation({
  name: 'exportStaff',
  kind: 'export',
  reads: 'replica',
  input: listInput(staffList),
  access,
  async run({ input, actor, rows, auditDetails }) {
    const query = queryOf(staffList, input);
    const { search, ...filters } = query.filters;
    auditDetails({ ...filters, searched: search !== '' });
    // Read after the transaction, at the speed of the download.
    return readStaff(rows, { actor, scope: scopeOf(actor) }, query);
  },
});

/** Returns the providers to which the caller can add staff, by name, whatever the caller's rights for customers. */
export const getStaffProviders = operation({
  name: 'getStaffProviders',
  kind: 'read',
  input: listInput(providerNameList),
  access: { action: 'staff.choosePlace', subject: nothing },
  run: ({ input, actor, tx }) => findProviderNames(tx, scopeOf(actor), queryOf(providerNameList, input)),
});
