import { sql } from 'kysely';
import type { Role } from '../../../domain/access/access.ts';
import type { DateFormat } from '../../../domain/fields.ts';
import type { Tx } from '../../pipeline/context.ts';

/** The account of the person who asks, as the web's frame needs it (ENT-08). */
export type User = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  email: string;
  language: 'en' | 'zh';
  gender: 'Male' | 'Female' | 'Other' | null;
  dob: string | null;
  postcode: string | null;
  provider_id: string | null;
  provider: { id: string; name: string; logo: string | null; has_children: boolean } | null;
  permission_role: { role: Role; can_manage_acp: boolean; can_manage_all: boolean; can_manage_user: boolean };
  subscription_id: string | null;
  next_billing_date: string | null;
  cognito_sync_status: string | null;
  login_provider: string;
  status: string;
  stripe_promotion_id: string | null;
  for_my_self: boolean;
  account_owner: string;
  health_record_confirm_date: Date | null;
  /** Where the portrait is read. */
  image: string | null;
  date_format: DateFormat;
  /** The Melbourne date on which the account is deleted, as the person asked (D-19). */
  delete_on: string | null;
  eusa_read_version: string | null;
  eusa_read_at: Date | null;
  privacy_policy_read_version: string | null;
  privacy_policy_read_at: Date | null;
  acps: UserAcp[];
  file_counts: Record<'ACP' | 'ADDITIONAL_DOCUMENT' | 'WISHES', number>;
};

export type UserAcp = {
  id: string;
  status: string;
  external: boolean;
  completed_at: Date | null;
  version: number;
  plan_version: number;
};

/** A person's account with their plan in force and the numbers of their files. Null when there is none of that id. */
export async function findUser(tx: Tx, userId: string): Promise<User | null> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .leftJoin('acps', (join) => join.onRef('acps.user_id', '=', 'users.id').on('acps.type', '=', 'active'))
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.language',
      'users.gender',
      'users.dob',
      'users.postcode',
      'users.provider_id',
      'users.subscription_id',
      'users.next_billing_date',
      'users.cognito_sync_status',
      'users.login_provider',
      'users.status',
      'users.stripe_promotion_id',
      'users.for_my_self',
      'users.account_owner',
      'users.health_record_confirm_date',
      'users.image',
      'users.date_format',
      'users.delete_on',
      'users.eusa_read_version',
      'users.eusa_read_at',
      'users.privacy_policy_read_version',
      'users.privacy_policy_read_at',
      'providers.name as provider_name',
      'providers.logo as provider_logo',
      sql<boolean>`exists (select 1 from providers child where child.parent_id = providers.id and not child.archived)`.as(
        'has_children',
      ),
      'permission_roles.role',
      'permission_roles.can_manage_acp',
      'permission_roles.can_manage_all',
      'permission_roles.can_manage_user',
      'acps.id as acp_id',
      'acps.status as acp_status',
      'acps.external as acp_external',
      'acps.completed_at as acp_completed_at',
      'acps.version as acp_version',
      'acps.plan_version as acp_plan_version',
      filesOf('ACP').as('acp_files'),
      filesOf('ADDITIONAL_DOCUMENT').as('additional_files'),
      filesOf('WISHES').as('wishes_files'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { provider_name, provider_logo, role, can_manage_acp, can_manage_all, can_manage_user, ...person } =
    row;
  const { acp_id, acp_status, acp_external, acp_completed_at, acp_version, acp_plan_version, ...account } =
    person;
  const { acp_files, additional_files, wishes_files, has_children, ...user } = account;
  return {
    ...user,
    provider:
      row.provider_id === null || provider_name === null
        ? null
        : { id: row.provider_id, name: provider_name, logo: provider_logo, has_children },
    permission_role: { role, can_manage_acp, can_manage_all, can_manage_user },
    acps:
      acp_id === null
        ? []
        : [
            {
              id: acp_id,
              status: acp_status ?? 'draft',
              external: acp_external ?? false,
              completed_at: acp_status === 'complete' ? acp_completed_at : null,
              version: acp_version ?? 0,
              plan_version: acp_plan_version ?? 0,
            },
          ],
    file_counts: { ACP: acp_files, ADDITIONAL_DOCUMENT: additional_files, WISHES: wishes_files },
  };
}

/** The signed plan itself stands among the files too (CON-15), but nobody uploaded it: the badges leave it out. */
const filesOf = (category: string) => sql<number>`(
  select count(*)::int from files where files.user_id = users.id and files.category = ${category} and files.is_active
    and not files.is_questionnaire)`;

/** What sign-in and recovery decide by. */
export type Credentials = {
  id: string;
  email: string;
  status: 'invited' | 'active' | 'suspended' | 'archived';
  role: Role;
  password_hash: string | null;
  legacy_reset: boolean;
  email_verified_at: Date | null;
  second_step_on: boolean;
  provider_archived: boolean;
};

const credentials = (tx: Tx) =>
  tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.id',
      'users.email',
      'users.status',
      'permission_roles.role',
      'users.password_hash',
      'users.legacy_reset',
      'users.email_verified_at',
      'users.second_step_on',
      sql<boolean>`coalesce(providers.archived, false)`.as('provider_archived'),
    ]);

/** The account of an address; an account that came from the earlier system answers to its address there too (GAP-14). */
export async function findCredentials(
  tx: Tx,
  email: string,
  options: { legacy: 'always' | 'untilReset' },
): Promise<Credentials | null> {
  const rows = await credentials(tx)
    .where((where) => {
      const old = where('users.legacy_email', '=', email);
      return where.or([
        where('users.email', '=', email),
        options.legacy === 'always' ? old : where.and([old, where('users.legacy_reset', '=', true)]),
      ]);
    })
    .limit(5)
    .execute();
  return rows.find((row) => row.email === email) ?? rows[0] ?? null;
}

/** The same by id, locked against other changes until the transaction ends. */
export async function getCredentialsForChange(tx: Tx, userId: string): Promise<Credentials> {
  return credentials(tx).where('users.id', '=', userId).forUpdate('users').executeTakeFirstOrThrow();
}

/** Whether somebody may be let in at all: an active person, whose provider is not archived if they work for it. */
export function mayEnter({ status, role, provider_archived }: Credentials): boolean {
  return status === 'active' && (role === 'user' || !provider_archived);
}
