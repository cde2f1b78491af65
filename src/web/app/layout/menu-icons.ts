import type { IconName } from '../../ui/drawings/icon.tsx';

const icons: Readonly<Record<string, IconName>> = {
  dashboard: 'home',
  myAcp: 'file',
  trustedContacts: 'users',
  settings: 'settings',
  accountBilling: 'billing',
  myHealthRecord: 'health',
  providers: 'building',
  provider: 'building',
  users: 'users',
  customers: 'list',
  integrations: 'plug',
  billing: 'billing',
  reports: 'chart',
  permissions: 'permissions',
  status: 'health',
  legacyFiles: 'files',
  eolFiles: 'files',
};

/** Returns the icon of an entry of the left menu. */
export function menuIcon(id: string): IconName {
  return icons[id] ?? 'file';
}
