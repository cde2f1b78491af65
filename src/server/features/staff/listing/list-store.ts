import { sql, type RawBuilder } from 'kysely';
import { can } from '../../../../domain/access/access.ts';
import type { Actor, PersonActor, Role } from '../../../../domain/access/actors.ts';
import type { Scope } from '../../../../domain/access/scope.ts';
import { isPlaceholderEmail } from '../../../../domain/customers/placeholder-email.ts';
import type { AccountStatus } from '../../../../domain/customers/status.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { ListQuery } from '../../../../domain/lists/query.ts';
import { staffList } from '../../../../domain/lists/definitions/staff.ts';
import type { StaffJob } from '../../../../domain/staff/jobs.ts';
import { permissionRoleId } from '../../../../domain/staff/permission-roles.ts';
import { customerRole } from '../../../db/customer-role.ts';
import { readBatches } from '../../../db/lists/batches.ts';
import { hasWords } from '../../../db/lists/list-filters.ts';
import { listSource, readPage } from '../../../db/lists/page.ts';
import { inScope, providerInScope } from '../../../db/lists/scope.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** A staff member as lists show them (ENT-16), with the caller's rights. */
export type StaffRow = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  /** Null for a removed person, whose address is free again. */
  email: string | null;
  provider_id: string | null;
  provider_name: string | null;
  role: StaffJob | null;
  status: AccountStatus;
  image: string | null;
  permission_role_id: number;
  invite_date: Date | null;
  invite_accepted_date: Date | null;
  cognito_sync_status: string | null;
  second_step_on: boolean;
  is_contact: boolean;
  may_change: boolean;
  may_secure: boolean;
  updated_at: Date;
};

type StaffQuery = ListQuery<typeof staffList>;

/** Sort key by name. A plain text expression, because an index contains it together with the id. */
const sortName = sql<string>`lower(coalesce(users.last_name, '') || ' ' || coalesce(users.first_name, ''))`;

function rowsOf(tx: Tx) {
  return tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .where('users.permission_role_id', '<>', customerRole)
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.phone',
      'users.email',
      'users.provider_id',
      'providers.name as provider_name',
      'users.role',
      'users.status',
      'users.image',
      'users.permission_role_id',
      'users.invite_date',
      'users.invite_accepted_date',
      'users.cognito_sync_status',
      'users.second_step_on',
      'users.updated_at',
      'permission_roles.role as access_role',
      'permission_roles.can_manage_acp',
      'permission_roles.can_manage_all',
      'permission_roles.can_manage_user',
      sql<string[]>`coalesce(providers.path, '{}')`.as('path'),
      sql<boolean>`exists (select 1 from providers led where led.contact_id = users.id)`.as('is_contact'),
    ]);
}

type Found = Omit<StaffRow, 'may_change' | 'may_secure'> &
  PersonActor['flags'] & { email: string; access_role: Role; path: string[] };

/** Converts a row to what the caller can see. A removed person cannot be changed. */
function rowFor(actor: Actor, found: Found): StaffRow {
  const { access_role, path, can_manage_acp, can_manage_all, can_manage_user, ...row } = found;
  const subject = {
    kind: 'staff',
    ownerId: row.id,
    role: access_role,
    flags: { can_manage_acp, can_manage_all, can_manage_user },
    permission_role_id: row.permission_role_id,
    status: row.status,
    provider_id: row.provider_id,
    providerPath: path,
  } as const;
  const isThere = row.status !== 'archived';
  return {
    ...row,
    email: isPlaceholderEmail(row.email) ? null : row.email,
    may_change: isThere && can(actor, 'staff.change', subject) === 'allow',
    may_secure: isThere && can(actor, 'staff.secure', subject) === 'allow',
  };
}

/** Returns the condition that limits staff to a scope, and to a provider in it with those under it. */
function inPlace(scope: Scope, providerId: string | null): RawBuilder<boolean> {
  const own = inScope(scope, { person: 'users.id', provider: 'users.provider_id' }, { archived: false });
  if (providerId === null) return own;
  return sql<boolean>`${own} and users.provider_id in (
    select under.id from providers under where under.path @> array[${providerId}::uuid]
      and ${providerInScope(scope, 'under.path')})`;
}

const sourceOf = (withArchived: boolean) =>
  listSource(staffList, {
    rows: (tx: Tx, scope: Scope) =>
      rowsOf(tx)
        .where(inPlace(scope, null))
        .$if(!withArchived, (query) => query.where('users.status', '<>', 'archived')),
    id: 'users.id',
    filters: {
      search: (words) => hasWords('users.search', words),
      provider_id: (id) => sql<boolean>`users.provider_id in (
        select under.id from providers under where under.path @> array[${id}::uuid])`,
      role: (name) => sql<boolean>`users.permission_role_id = ${sql.lit(permissionRoleId(name))}`,
      status: (status) => sql<boolean>`users.status = ${sql.lit(status)}`,
    },
    sorts: { created_at: 'users.created_at', name: sortName },
  });

/** The caller, and the scope of the staff whom they can see. */
type Asking = { actor: Actor; scope: Scope };

const sourceFor = ({ filters }: StaffQuery) => sourceOf(filters.status === 'archived');

/** Loads a page of the staff whom a caller can see. */
export async function findStaff(
  tx: Tx,
  { actor, scope }: Asking,
  query: StaffQuery,
): Promise<Page<StaffRow>> {
  const page = await readPage(tx, sourceFor(query), scope, query);
  return { ...page, data: page.data.map((row) => rowFor(actor, row)) };
}

/** Yields all of them that match, in batches. */
export async function* readStaff(
  tx: Tx,
  { actor, scope }: Asking,
  query: StaffQuery,
): AsyncGenerator<StaffRow[], void, void> {
  for await (const rows of readBatches(tx, sourceFor(query), scope, query))
    yield rows.map((row) => rowFor(actor, row));
}

/** Loads a staff member as the list shows them; null for an unknown id. */
export async function findStaffRow(tx: Tx, actor: Actor, id: string): Promise<StaffRow | null> {
  const row = await rowsOf(tx).where('users.id', '=', id).executeTakeFirst();
  return row ? rowFor(actor, row) : null;
}

/** Number of staff in a place, by the status of their accounts. */
export type StaffCounts = { total: number; active: number; invited: number; suspended: number };

/** Counts the staff of a scope, or of a provider in it with those under it. Removed people do not count. */
export async function countStaff(tx: Tx, scope: Scope, providerId: string | null): Promise<StaffCounts> {
  const row = await tx
    .selectFrom('users')
    .where('permission_role_id', '<>', customerRole)
    .where('status', '<>', 'archived')
    .where(inPlace(scope, providerId))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`count(*) filter (where status = 'active')::int`.as('active'),
      sql<number>`count(*) filter (where status = 'invited')::int`.as('invited'),
      sql<number>`count(*) filter (where status = 'suspended')::int`.as('suspended'),
    ])
    .executeTakeFirstOrThrow();
  return row;
}
