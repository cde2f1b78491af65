import type { Role } from '../access/actors.ts';

/** What decides which entries of the menu a person sees. */
export type MenuViewer = {
  role: Role;
  /** Any plan of the person has the status complete. */
  planComplete: boolean;
  /** The plan came from elsewhere, as papers or through an integration. */
  external: boolean;
  provider_id: string | null;
  subscription_id: string | null;
  /** How the account signs in. Social and external accounts have no password here. */
  loginProvider: 'password' | 'external' | 'social';
  /** The account is kept in step by an external provider (`cognito_sync_status`). */
  externalProviderSync: boolean;
  flags: { can_manage_acp: boolean; can_manage_all: boolean; can_manage_user: boolean };
  /** The provider of the person has no other providers below it. */
  singleProvider: boolean;
  /** May open the pages for files of the earlier system: in development, or the one named in production (SUPER-02). */
  superAdmin: boolean;
};

/** The plan counts as complete: signed, or come from elsewhere (MENU-08). */
export const finished = (viewer: MenuViewer) => viewer.planComplete || viewer.external;

/** The account has a password of this product (MENU-12). */
export const hasPassword = (viewer: MenuViewer) => viewer.loginProvider === 'password';
