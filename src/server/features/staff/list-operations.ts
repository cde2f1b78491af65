import * as z from 'zod/mini';
import { scopeOf } from '../../../domain/access/scope.ts';
import type { Page } from '../../../domain/lists/page.ts';
import { providerNameList } from '../../../domain/lists/provider-names.ts';
import { listInput, optionalReference } from '../../../domain/lists/list-input.ts';
import { queryOf } from '../../../domain/lists/query.ts';
import { staffList } from '../../../domain/lists/staff.ts';
import { findProviderNames } from '../../db/lists/provider-names.ts';
import { operation } from '../../pipeline/operation.ts';
import { nothing } from '../../pipeline/subjects.ts';
import { findGivenRoles } from './given-roles.ts';
import { countStaff, findStaff, readStaff, type StaffRow } from './list-store.ts';

const access = { action: 'staff.read', subject: nothing } as const;

/** A part of the staff, with the permission roles that the caller may give. */
export type StaffPage = Page<StaffRow> & { given_roles: readonly number[] };

/** The staff of the caller's provider and of those under it; for those of the platform all, and the administrators (API-50). */
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

/** How many staff there are, of all that the caller sees or of one provider with those under it (API-50). */
export const getProviderUsersCount = operation({
  name: 'getProviderUsersCount',
  kind: 'read',
  input: z.strictObject({ provider_id: optionalReference() }),
  access,
  run: ({ input, actor, tx }) => countStaff(tx, scopeOf(actor), input.provider_id ?? null),
});

/**
 * All staff that match, in batches. A write for the audit trail, which keeps who took the list away and by which filters; what was
 * searched for is not kept, for it names people.
 */
export const exportStaff = operation({
  name: 'exportStaff',
  kind: 'write',
  input: listInput(staffList),
  access,
  async run({ input, actor, services, auditDetails }) {
    const query = queryOf(staffList, input);
    const { search, ...filters } = query.filters;
    auditDetails({ ...filters, searched: search !== '' });
    // Read after the transaction, at the speed of who takes it.
    return readStaff(services.db, { actor, scope: scopeOf(actor) }, query);
  },
});

/** The providers to which the caller may add staff, by name, whatever they may do with customers. */
export const getStaffProviders = operation({
  name: 'getStaffProviders',
  kind: 'read',
  input: listInput(providerNameList),
  access: { action: 'staff.choosePlace', subject: nothing },
  run: ({ input, actor, tx }) => findProviderNames(tx, scopeOf(actor), queryOf(providerNameList, input)),
});
