import { sql } from 'kysely';
import { can, type PersonActor, type Role, type Subject } from '../../../domain/access/access.ts';
import type { Config } from '../../config.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { isConsentDue } from '../privacy/consents.ts';
import { isSecondStepDue } from '../second-step/due.ts';

/** A customer as somebody who may enter the account sees them: enough to ask the access rules, and to say who it is. */
export type Customer = NonNullable<Subject> & {
  first_name: string | null;
  last_name: string | null;
  email: string;
  status: 'invited' | 'active' | 'suspended' | 'archived';
  email_verified_at: Date | null;
  provider_id: string | null;
  provider_name: string | null;
  role: Role;
  providerPath: string[];
};

const customers = (tx: Tx) =>
  tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.id as ownerId',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.status',
      'users.email_verified_at',
      'users.provider_id',
      'providers.name as provider_name',
      'permission_roles.role',
      sql<string[]>`coalesce(array_append(providers.path, providers.id), '{}')`.as('providerPath'),
    ]);

/** Somebody by id, with what decides who may enter their account. Null when there is nobody of that id. */
export async function findCustomer(tx: Tx, id: string): Promise<Customer | null> {
  return (await customers(tx).where('users.id', '=', id).executeTakeFirst()) ?? null;
}

/** The same, locked against other changes until the transaction ends. */
export async function findCustomerForChange(tx: Tx, id: string): Promise<Customer | null> {
  return (await customers(tx).where('users.id', '=', id).forUpdate('users').executeTakeFirst()) ?? null;
}

/** A staff member as the access rules see them now. Null when they may not be signed in at all. */
async function findStaff(
  tx: Tx,
  config: Pick<Config, 'environment'>,
  id: string,
): Promise<PersonActor | null> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.provider_id',
      'users.second_step_on',
      'users.eusa_read_version',
      'users.privacy_policy_read_version',
      'permission_roles.role',
      'permission_roles.can_manage_acp',
      'permission_roles.can_manage_all',
      'permission_roles.can_manage_user',
    ])
    .where('users.id', '=', id)
    .where('users.status', '=', 'active')
    .where((either) =>
      either.or([either('providers.id', 'is', null), either('providers.archived', '=', false)]),
    )
    .executeTakeFirst();
  if (!row) return null;
  const { role, provider_id, second_step_on, can_manage_acp, can_manage_all, can_manage_user } = row;
  return {
    kind: 'person',
    userId: id,
    role,
    providerId: provider_id,
    flags: { can_manage_acp, can_manage_all, can_manage_user },
    actingStaffId: null,
    secondStepDue: isSecondStepDue(config, role, second_step_on),
    consentDue: isConsentDue(row),
  };
}

/** Whether a staff member who is in a customer's account could still enter it: both as they are at this moment (fault 21). */
export async function mayStillAct(
  { db, config }: Pick<Services, 'db'> & { config: Pick<Config, 'environment'> },
  staffId: string,
  customerId: string,
): Promise<boolean> {
  const [staff, customer] = await Promise.all([findStaff(db, config, staffId), findCustomer(db, customerId)]);
  return staff !== null && can(staff, 'account.enterCustomer', customer) === 'allow';
}

/** Whether a staff member may be signed in at all, so that their own session may go on. */
export async function mayReturn(
  tx: Tx,
  config: Pick<Config, 'environment'>,
  staffId: string,
): Promise<boolean> {
  return (await findStaff(tx, config, staffId)) !== null;
}

/** Who is in whose account, and until when. For the banner on every page. */
export type Acting = { staff_name: string; customer_id: string; customer_name: string; ends_at: Date };

type Names = { first_name: string | null; last_name: string | null; email: string };

/** A person's name, or the address of somebody who has given none yet. */
export const nameOf = ({ first_name, last_name, email }: Names): string =>
  [first_name, last_name].filter(Boolean).join(' ').trim() || email;

/** What a session in a customer's account is about. Null for anybody's own session. */
export async function findActing(tx: Tx, sessionId: string): Promise<Acting | null> {
  const row = await tx
    .selectFrom('sessions')
    .innerJoin('users as staff', 'staff.id', 'sessions.acting_staff_id')
    .innerJoin('users as customer', 'customer.id', 'sessions.user_id')
    .select([
      'sessions.absolute_expires_at as ends_at',
      'staff.first_name as staff_first',
      'staff.last_name as staff_last',
      'staff.email as staff_email',
      'customer.id as customer_id',
      'customer.first_name',
      'customer.last_name',
      'customer.email',
    ])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst();
  if (!row) return null;
  const { ends_at, customer_id } = row;
  const staff = { first_name: row.staff_first, last_name: row.staff_last, email: row.staff_email };
  return { staff_name: nameOf(staff), customer_id, customer_name: nameOf(row), ends_at };
}
