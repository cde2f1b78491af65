import { invitationOver } from '../../../domain/customers/invitation.ts';
import { isPlaceholderEmail } from '../../../domain/customers/placeholder-email.ts';
import { acpStatusOf, planStateOf, type PlanState } from '../../../domain/customers/plan-state.ts';
import type { AccountStatus } from '../../../domain/customers/status.ts';
import type { IsoDate } from '../../../domain/fields.ts';
import type { Tx } from '../../pipeline/context.ts';

/** A customer as the list shows them (CTABLE-05, ENT-07). Contains nothing that they wrote. */
export type CustomerRow = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  /** Null while the account has a placeholder address. */
  email: string | null;
  /** Whether staff set the address. */
  designated_email: boolean;
  placeholder_email: boolean;
  /** URL of the portrait. */
  image: string | null;
  /** The provider's own number for the customer. */
  customer_id: string | null;
  provider_id: string | null;
  provider: string | null;
  /** Complete with an ACP file (CTABLE-07). */
  acp_status: 'draft' | 'complete';
  plan_state: PlanState;
  /** When the newest ACP file was activated (CTABLE-08). */
  latest_update: Date | null;
  customer_status: AccountStatus;
  /** Shown as the invite date (CTABLE-06). */
  created_at: Date;
  /** When the invitation that can be accepted was sent. */
  invite_date: Date | null;
  /** When it expires; null if never invited or already accepted. */
  invitation_expires: Date | null;
  /** When it was sent again. */
  last_reminder: Date | null;
  trial_end_date: IsoDate | null;
  /** Date on which a customer whom staff removed is deleted (D-62). */
  removal_on: IsoDate | null;
  /** Other systems that the account is linked to. */
  integrations: { type: string }[];
};

/**
 * Selects the columns of a row. Each row of `customer_list` has its person: joined in this order, a query that only needs to know
 * which rows exist reads no other table.
 */
export const customerRows = (tx: Tx) =>
  tx
    .selectFrom('customer_list')
    .leftJoin('users', 'users.id', 'customer_list.user_id')
    .leftJoin('providers', 'providers.id', 'customer_list.provider_id')
    .select([
      'customer_list.user_id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.email_designated_at',
      'users.image',
      'users.customer_id',
      'customer_list.provider_id',
      'providers.name as provider',
      'customer_list.plan',
      'customer_list.locked',
      'customer_list.review',
      'customer_list.latest_update',
      'customer_list.status',
      'customer_list.removal_on',
      'users.status as account_status',
      'customer_list.created_at',
      'users.invite_date',
      'users.reminded_at',
      'customer_list.trial_end_date',
      'users.integrations',
    ])
    .$narrowType<{ email: string; integrations: unknown[]; account_status: AccountStatus }>();

type Found = Awaited<ReturnType<ReturnType<typeof customerRows>['executeTakeFirstOrThrow']>>;

const isIntegration = (value: unknown): value is { type: string } =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Converts a loaded row to the row that callers get. */
export function customerRowOf(found: Found): CustomerRow {
  const isPlaceholder = isPlaceholderEmail(found.email);
  // A customer who is to be removed is listed as archived, and keeps the status of the account.
  const { account_status: status, invite_date } = found;
  return {
    id: found.user_id,
    first_name: found.first_name,
    last_name: found.last_name,
    email: isPlaceholder ? null : found.email,
    designated_email: found.email_designated_at !== null,
    placeholder_email: isPlaceholder,
    image: found.image,
    customer_id: found.customer_id,
    provider_id: found.provider_id,
    provider: found.provider,
    acp_status: acpStatusOf(found.plan),
    plan_state: planStateOf(found.plan, found),
    latest_update: found.latest_update,
    customer_status: status,
    created_at: found.created_at,
    invite_date,
    invitation_expires: status === 'invited' && invite_date !== null ? invitationOver(invite_date) : null,
    last_reminder: found.reminded_at,
    trial_end_date: found.trial_end_date,
    removal_on: found.removal_on,
    integrations: found.integrations.filter(isIntegration).map(({ type }) => ({ type })),
  };
}

/** Loads the current row of a customer; null if the person is not a customer. */
export async function findCustomerRow(tx: Tx, id: string): Promise<CustomerRow | null> {
  const found = await customerRows(tx).where('customer_list.user_id', '=', id).executeTakeFirst();
  return found ? customerRowOf(found) : null;
}
