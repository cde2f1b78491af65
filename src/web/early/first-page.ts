import type { Language } from '../../domain/i18n/texts.ts';

/** What is read of the person who is signed in, to know what the page will show. */
export type EarlyPerson = {
  id: string;
  language: string;
  permission_role: { role: string; can_manage_acp: boolean };
  consents_due: { eusa: boolean; privacy: boolean };
  acting: object | null;
  second_step_due: boolean;
};

const pages: Readonly<Record<string, readonly string[]>> = {
  '/provider/customers': ['provideradmin', 'providerview'],
  '/admin/customers': ['admin', 'tlcadmin', 'sysadmin'],
};

/** What the list asks for when its address says nothing. */
export const firstCustomers = {
  search: null,
  provider_id: null,
  view: null,
  status: null,
  order_by: 'created_at_desc',
  offset: 0,
} as const;

const texts = {
  en: () => import('../../domain/i18n/en/customers.ts'),
  zh: () => import('../../domain/i18n/zh/customers.ts'),
} as const;

/** Whether these staff will see the list of customers at this address, with nothing before it. */
export function seesCustomers(
  path: string,
  { permission_role, consents_due, acting, second_step_due }: EarlyPerson,
): boolean {
  const isDue = consents_due.eusa || consents_due.privacy || second_step_due;
  return !acting && !isDue && (pages[path]?.includes(permission_role.role) ?? false);
}

/** The title of the list, as the page will have it. */
export async function customersTitle({ language, permission_role }: EarlyPerson): Promise<string> {
  const { role, can_manage_acp } = permission_role;
  const { customers } = await texts[spokenBy(language)]();
  const isEditor = !role.startsWith('provider') || (role === 'provideradmin' && can_manage_acp);
  return customers[isEditor ? 'customers.title' : 'customers.titleView'];
}

/** The language in which the page will speak to them. */
export const spokenBy = (language: string): Language => (language === 'zh' ? 'zh' : 'en');
