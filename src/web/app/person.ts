import { roles, type Role } from '../../domain/access/actors.ts';
import { worksWithCustomers } from '../../domain/access/rules/customer-rules.ts';
import { dateFormats, loginProviders, type DateFormat } from '../../domain/account-lists.ts';
import { consentDocuments, type ConsentDocument } from '../../domain/accounts/consents/consents.ts';
import { languages, type Language } from '../../domain/i18n/texts.ts';
import type { MenuViewer } from '../../domain/menu/viewer.ts';
import { oneOf } from '../api/one-of.ts';

/** Data about a plan that the shell needs. */
export type SessionPlan = {
  id: string;
  status: string;
  external: boolean;
  completed_at: string | null;
  version: number;
  plan_version: number;
};

/** Staff member who is in the account instead of the person (D-14). */
export type Acting = {
  staff_name: string;
  customer_id: string;
  customer_name: string;
  ends_at: string;
  /** By the server's clock, at the time of the response. */
  seconds_left: number;
};

/** Staff member who is beside the person in this session (N-08). */
export type Together = {
  staff_name: string;
  organisation: string | null;
  place: string | null;
  customer_name: string;
};

/** The signed-in person. */
export type SessionUser = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  email: string;
  language: Language;
  provider_id: string | null;
  provider: { name: string; logo: string | null; has_children: boolean } | null;
  super_admin: boolean;
  subscription_id: string | null;
  permission_role: { role: Role; can_manage_acp: boolean; can_manage_all: boolean; can_manage_user: boolean };
  status: string;
  login_provider: (typeof loginProviders)[number];
  cognito_sync_status: string | null;
  for_my_self: boolean;
  account_owner: string;
  /** URL of the portrait. */
  image: string | null;
  date_format: DateFormat;
  /** Columns that a member of staff chose for the table of customers; null for the usual ones. */
  customer_columns: readonly string[] | null;
  /** Day on which the account is deleted at the person's request. */
  delete_on: string | null;
  removed_by_staff: boolean;
  /** Version of each text that the person agreed to; null for none. */
  consents: { document: ConsentDocument; version: string | null; present: string }[];
  /** Whether the person must agree to each text before continuing. */
  consents_due: Record<ConsentDocument, boolean>;
  acps: SessionPlan[];
  acting: Acting | null;
  together: Together | null;
  /** Whether a second step must be set up before anything else (D-12). */
  second_step_due: boolean;
};

type InText = 'language' | 'login_provider' | 'date_format';

/** The person as in the schema: values that the product knows as enums are plain text there. */
type PersonRow = Omit<SessionUser, InText | 'permission_role' | 'consents'> &
  Record<InText, string> & {
    permission_role: Omit<SessionUser['permission_role'], 'role'> & { role: string };
    consents: readonly { document: string; version: string | null; present: string }[];
  };

/** The same response is the same object, so that components that use it do not render again. */
const known = new WeakMap<PersonRow, SessionUser>();

/** Converts a response to a person; null for a visitor. @throws ApiError for a value that this page does not know */
export function personOf(row: PersonRow | null): SessionUser | null {
  if (!row) return null;
  const person = known.get(row) ?? {
    ...row,
    language: oneOf(languages, row.language),
    login_provider: oneOf(loginProviders, row.login_provider),
    date_format: oneOf(dateFormats, row.date_format),
    permission_role: { ...row.permission_role, role: oneOf(roles, row.permission_role.role) },
    consents: row.consents.map((each) => ({ ...each, document: oneOf(consentDocuments, each.document) })),
  };
  known.set(row, person);
  return person;
}

/** Returns the stored role of a person. */
export function roleOf(user: SessionUser): Role {
  return user.permission_role.role;
}

/** Whether the person may read customers, of their provider or of all providers. */
export const readsCustomers = (user: SessionUser): boolean =>
  worksWithCustomers({ role: roleOf(user), flags: user.permission_role });

/** Whether the person works with the accounts of others. Staff in a customer's account count as the customer. */
export const isStaff = (user: SessionUser): boolean => roleOf(user) !== 'user';

/**
 * Whether the person must answer to a text before anything else (GAP-71). Staff in an account do not answer for its owner; a
 * person who must set up a second step does that first.
 */
export function mustAnswer({
  acting,
  second_step_due,
  consents_due,
}: Pick<SessionUser, 'acting' | 'second_step_due' | 'consents_due'>): boolean {
  return !acting && !second_step_due && (consents_due.eusa || consents_due.privacy);
}

/** Whether the plan is complete. A plan on papers from elsewhere counts as complete (MENU-08). */
export function isPlanComplete(user: SessionUser): boolean {
  return user.acps.some((plan) => plan.status === 'complete' || plan.external);
}

/** Returns the facts about a person for the menu rules. */
export function menuViewerOf(user: SessionUser): MenuViewer {
  const { role, ...flags } = user.permission_role;
  return {
    role,
    flags,
    planComplete: hasSignedPlan(user),
    external: user.acps.some((plan) => plan.external),
    provider_id: user.provider_id,
    subscription_id: user.subscription_id,
    loginProvider: user.login_provider,
    externalProviderSync: user.cognito_sync_status === 'external-provider',
    singleProvider: user.provider !== null && !user.provider.has_children,
    superAdmin: user.super_admin,
  };
}

/** Whether the person has a signed plan: then cards and papers with the old name exist. */
export const hasSignedPlan = (user: SessionUser): boolean =>
  user.acps.some(({ status }) => status === 'complete');

/** Whether this is not a person, but stands for one in a first frame (src/web/frames). */
export const isFramed = ({ id }: SessionUser): boolean => id === '';
