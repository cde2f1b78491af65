import type { CustomerAction } from './customer-actions.ts';
import type { AccountStatus } from '../status.ts';

const emails = {
  'an own address': { placeholderEmail: false, designatedEmail: false },
  'an address that staff named': { placeholderEmail: false, designatedEmail: true },
  'no address': { placeholderEmail: true, designatedEmail: false },
} as const;
type EmailKind = keyof typeof emails;

/** One row of the table: a customer as seen by staff of one side, and their menu by the rows of the source. */
export type ActionRow = {
  side: 'platform' | 'provider';
  status: AccountStatus;
  email: EmailKind;
  facts: { placeholderEmail: boolean; designatedEmail: boolean };
  menu: CustomerAction[];
};

const row = (
  side: ActionRow['side'],
  status: AccountStatus,
  email: EmailKind,
  ...menu: CustomerAction[]
): ActionRow => ({ side, status, email, facts: emails[email], menu });

const own = 'an own address';
const named = 'an address that staff named';
const none = 'no address';

/**
 * Written by hand from CACT-03 to CACT-13 with CON-31: every side, status and kind of address. An invited customer always has an
 * address. For a customer without an address, staff can add one or begin together; they cannot log in, because the customer could
 * not confirm it (D-56). Staff record conversations with all customers who are not archived (N-07). Staff who may archive can restore an archived customer, which the rows do not forbid.
 */
export const actionRows: readonly ActionRow[] = [
  row(
    'platform',
    'active',
    own,
    'view',
    'talk',
    'login',
    'suspend',
    'archive',
    'remove',
    'designateEmail',
    'editId',
  ),
  row(
    'platform',
    'active',
    named,
    'view',
    'talk',
    'login',
    'suspend',
    'archive',
    'remove',
    'designateEmail',
    'editId',
  ),
  row(
    ...(['platform', 'active', none, 'view', 'talk', 'suspend', 'archive', 'remove'] as const),
    ...(['addEmail', 'beginTogether', 'editId'] as const),
  ),
  row(
    ...(['platform', 'invited', own, 'view', 'talk', 'login', 'suspend', 'archive', 'remove'] as const),
    ...(['reminder', 'cancelInvitation', 'reset', 'editId'] as const),
  ),
  row(
    ...(['platform', 'invited', named, 'view', 'talk', 'login', 'suspend', 'archive', 'remove'] as const),
    ...(['reset', 'editEmail', 'editId'] as const),
  ),
  row('platform', 'suspended', own, 'view', 'talk', 'unsuspend', 'archive', 'remove', 'editId'),
  row('platform', 'suspended', named, 'view', 'talk', 'unsuspend', 'archive', 'remove', 'editId'),
  row('platform', 'suspended', none, 'view', 'talk', 'unsuspend', 'archive', 'remove', 'editId'),
  row('platform', 'archived', own, 'view', 'login', 'unarchive', 'remove', 'editId'),
  row('platform', 'archived', named, 'view', 'login', 'unarchive', 'remove', 'editId'),
  row('platform', 'archived', none, 'view', 'unarchive', 'remove', 'editId'),
  row('provider', 'active', own, 'view', 'talk', 'login', 'suspend', 'designateEmail', 'editId'),
  row('provider', 'active', named, 'view', 'talk', 'login', 'suspend', 'designateEmail', 'editId'),
  row('provider', 'active', none, 'view', 'talk', 'suspend', 'addEmail', 'beginTogether', 'editId'),
  row('provider', 'invited', own, 'view', 'talk', 'login', 'suspend', 'reminder', 'reset', 'editId'),
  row(
    ...(['provider', 'invited', named, 'view', 'talk', 'login', 'suspend'] as const),
    ...(['cancelInvitation', 'remove', 'reset', 'editEmail', 'editId'] as const),
  ),
  row('provider', 'suspended', own, 'view', 'talk', 'unsuspend', 'editId'),
  row('provider', 'suspended', named, 'view', 'talk', 'unsuspend', 'editId'),
  row('provider', 'suspended', none, 'view', 'talk', 'unsuspend', 'editId'),
  row('provider', 'archived', own, 'view', 'login', 'editId'),
  row('provider', 'archived', named, 'view', 'login', 'editId'),
  row('provider', 'archived', none, 'view', 'editId'),
];
