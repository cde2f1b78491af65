import { sql } from 'kysely';
import type { Role } from '../../../domain/access/actors.ts';
import { AppError } from '../../../domain/errors.ts';
import type { DateFormat } from '../../../domain/fields.ts';
import { isHeldByAnother, onePersonIndex, type MedicarePerson } from '../../db/sealing/held-medicare.ts';
import { builder } from '../../graphql/builder.ts';
import type { Services, Tx } from '../../pipeline/context.ts';

export { isSuperAdmin } from './super-admin.ts';

/** The caller's account, as the web's frame needs it (ENT-08). */
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
  login_provider: 'password' | 'external' | 'social';
  status: 'invited' | 'active' | 'suspended' | 'archived';
  stripe_promotion_id: string | null;
  for_my_self: boolean;
  account_owner: string;
  health_record_confirm_date: Date | null;
  donor_confirm_date: Date | null;
  /** The address of the portrait. */
  image: string | null;
  date_format: DateFormat;
  /** Columns that a member of staff chose for the table of customers; null for the usual ones. */
  customer_columns: string[] | null;
  /** The Melbourne date on which the account is deleted, on the person's request (D-19). */
  delete_on: string | null;
  removed_by_staff: boolean;
  eusa_read_version: string | null;
  eusa_read_at: Date | null;
  privacy_policy_read_version: string | null;
  privacy_policy_read_at: Date | null;
  acps: UserAcp[];
  file_counts: Record<'ACP' | 'ADDITIONAL_DOCUMENT' | 'WISHES', number>;
};

export type UserAcp = {
  id: string;
  status: 'draft' | 'complete';
  external: boolean;
  completed_at: Date | null;
  updated_at: Date;
  version: number;
  plan_version: number;
};

/** The account in the API. `graphql.ts` defines its fields; other features can add fields. */
export const UserRef = builder.objectRef<User>('User');

/** Columns of `users` that the account has under the same names. */
const userColumns = [
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
  'users.donor_confirm_date',
  'users.image',
  'users.date_format',
  'users.customer_columns',
  'users.delete_on',
  'users.eusa_read_version',
  'users.eusa_read_at',
  'users.privacy_policy_read_version',
  'users.privacy_policy_read_at',
] as const;

/** Loads the account, its provider, its permissions, its plan in force and the numbers of its files in one query. */
function selectUser(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .leftJoin('acps', (join) => join.onRef('acps.user_id', '=', 'users.id').on('acps.type', '=', 'active'))
    .select(userColumns)
    .select([
      sql<boolean>`users.removal_requested_at is not null and users.deletion_requested_at is null`.as(
        'removed_by_staff',
      ),
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
      'acps.updated_at as acp_updated_at',
      'acps.version as acp_version',
      'acps.plan_version as acp_plan_version',
      filesOf('ACP').as('acp_files'),
      filesOf('ADDITIONAL_DOCUMENT').as('additional_files'),
      filesOf('WISHES').as('wishes_files'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

/** Returns a person's account with their plan in force and the numbers of their files. Null for an unknown id. */
export async function findUser(tx: Tx, userId: string): Promise<User | null> {
  const row = await selectUser(tx, userId);
  if (!row) return null;
  const { provider_name, provider_logo, role, can_manage_acp, can_manage_all, can_manage_user, ...person } =
    row;
  const { acp_id, acp_status, acp_external, acp_completed_at, acp_version, acp_plan_version, ...account } =
    person;
  const { acp_updated_at, acp_files, additional_files, wishes_files, has_children, ...user } = account;
  return {
    ...user,
    provider:
      row.provider_id === null || provider_name === null
        ? null
        : { id: row.provider_id, name: provider_name, logo: provider_logo, has_children },
    permission_role: { role, can_manage_acp, can_manage_all, can_manage_user },
    acps:
      acp_id === null || acp_updated_at === null
        ? []
        : [
            {
              id: acp_id,
              status: acp_status ?? 'draft',
              external: acp_external ?? false,
              completed_at: acp_status === 'complete' ? acp_completed_at : null,
              updated_at: acp_updated_at,
              version: acp_version ?? 0,
              plan_version: acp_plan_version ?? 0,
            },
          ],
    file_counts: { ACP: acp_files, ADDITIONAL_DOCUMENT: additional_files, WISHES: wishes_files },
  };
}

/** Returns the account of an existing person. @throws AppError `not-found` */
export async function getUser(tx: Tx, userId: string): Promise<User> {
  const user = await findUser(tx, userId);
  if (!user) throw new AppError('not-found');
  return user;
}

/** The signed plan itself is among the files too (CON-15), but it is not an upload, so the badges exclude it. */
const filesOf = (category: string) => sql<number>`(
  select count(*)::int from files where files.user_id = users.id and files.category = ${category} and files.is_active
    and not files.is_questionnaire)`;

/**
 * Checks that no other account has the person's Medicare number.
 * @throws AppError `existingMedicareNumber` if the same person has another account (D-38)
 */
export async function refuseKnownMedicare(
  tx: Tx,
  { keyring }: Pick<Services, 'keyring'>,
  person: MedicarePerson,
  ownId: string,
): Promise<void> {
  if (await isHeldByAnother(tx, keyring, person, ownId)) throw new AppError('existingMedicareNumber');
}

/**
 * Returns the refusal for a violated unique constraint of `users`, so that the second of two concurrent calls gets the same
 * refusal as a later one; null for any other error.
 */
export function duplicateIn(error: unknown): AppError | null {
  if (!(error instanceof Error) || !('constraint' in error)) return null;
  if (error.constraint === 'users_email_key') return new AppError('existingUser', { cause: error });
  if (error.constraint === onePersonIndex) return new AppError('existingMedicareNumber', { cause: error });
  return null;
}
