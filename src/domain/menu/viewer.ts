import type { Role } from '../access/actors.ts';

/** Facts about a person that decide the entries of the menu. */
export type MenuViewer = {
  role: Role;
  /** Whether any plan of the person has the status complete. */
  planComplete: boolean;
  /** Whether the plan came from elsewhere, as papers or through an integration. */
  external: boolean;
  provider_id: string | null;
  subscription_id: string | null;
  /** Sign-in method of the account. Social and external accounts have no password here. */
  loginProvider: 'password' | 'external' | 'social';
  /** Whether an external provider synchronises the account (`cognito_sync_status`). */
  externalProviderSync: boolean;
  flags: { can_manage_acp: boolean; can_manage_all: boolean; can_manage_user: boolean };
  /** Whether the person's provider has no other providers below it. */
  singleProvider: boolean;
  /**
   * Whether the person may open the pages for files of the earlier system: in development, or the configured person in production
   * (SUPER-02).
   */
  superAdmin: boolean;
};

/** Whether the plan counts as complete: signed, or from elsewhere (MENU-08). */
export const finished = (viewer: MenuViewer) => viewer.planComplete || viewer.external;

/** Whether the account has a password of this product (MENU-12). */
export const hasPassword = (viewer: MenuViewer) => viewer.loginProvider === 'password';
