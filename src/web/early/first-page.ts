import type { Role } from '../../domain/access/actors.ts';
import type { CustomerStaff } from '../../domain/customers/actions/customer-actions.ts';
import { customerStaffOf } from '../../domain/customers/actions/customer-staff.ts';
import { first as en } from '../../domain/i18n/en/first.ts';
import type { Language } from '../../domain/i18n/texts.ts';
import { customerParameters } from '../../domain/lists/definitions/customers/customers-query.ts';
import { first as zh } from '../../domain/i18n/zh/first.ts';

/** Facts about the signed-in person that decide what the page will show. */
export type EarlyPerson = {
  id: string;
  language: string;
  permission_role: { role: Role; can_manage_acp: boolean };
  consents_due: { eusa: boolean; privacy: boolean };
  acps: readonly { status: string }[];
  acting: object | null;
  together: object | null;
  second_step_due: boolean;
};

/** Address of the list for the platform's staff, and for staff of a provider (src/domain/menu/pages.ts). */
const listOf: Readonly<Record<CustomerStaff['side'], string>> = {
  platform: '/admin/customers',
  provider: '/provider/customers',
};

const staffOf = ({ permission_role: { role, can_manage_acp } }: EarlyPerson) =>
  customerStaffOf(role, can_manage_acp);

/** Variables of the list for an address without parameters. */
export const firstCustomers: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(customerParameters.map((name) => [name, null])),
  order_by: 'created_at_desc',
  offset: 0,
};

const texts = { en, zh } as const;

/** Whether some staff see the list at this path. */
export const mayBeList = (path: string): boolean => Object.values(listOf).includes(path);

/** Whether these staff will see the list of customers at this address, with no step before it. */
export function seesCustomers(path: string, person: EarlyPerson): boolean {
  const { consents_due, acting, second_step_due } = person;
  if (acting || consents_due.eusa || consents_due.privacy || second_step_due) return false;
  const staff = staffOf(person);
  return staff !== null && listOf[staff.side] === path;
}

/**
 * Whether this is a customer who will see the page with no step before it, without staff: those in the account, or beside the customer, see
 * no card.
 */
export const seesPageAtOnce = ({ permission_role, consents_due, acting, together }: EarlyPerson): boolean =>
  permission_role.role === 'user' && !acting && !together && !consents_due.eusa && !consents_due.privacy;

/** Returns the title of the list, as on the page. */
export function customersTitle(person: EarlyPerson): string {
  const key = staffOf(person)?.isEditor ? 'customers.title' : 'customers.titleView';
  return texts[spokenBy(person.language)][key];
}

/** Returns the language of the page for them. */
export const spokenBy = (language: string): Language => (language === 'zh' ? 'zh' : 'en');
