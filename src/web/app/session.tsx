import { useCallback, useSyncExternalStore, type ReactNode } from 'react';
import { gql, Provider, useQuery, type TypedDocumentNode } from 'urql';
import type { Role } from '../../domain/access.ts';
import type { Language } from '../../domain/i18n/texts.ts';
import type { MenuViewer } from '../../domain/menu.ts';
import { currentClient, renewClient, subscribeToClient } from '../api/client.ts';
import { ApiError, apiError } from '../api/errors.ts';
import { postJson } from '../api/rest.ts';
import { noteSession } from '../api/session-lost.ts';
import { site } from './site.ts';
import { changeLanguage, language } from './texts.tsx';

/** What the shell knows about a plan. */
export type SessionPlan = {
  id: string;
  status: string;
  external: boolean;
  completed_at: string | null;
  version: number;
  plan_version: number;
};

/** The person who is signed in. */
export type SessionUser = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  language: Language;
  provider_id: string | null;
  provider: { name: string } | null;
  subscription_id: string | null;
  permission_role: { role: Role; can_manage_acp: boolean; can_manage_all: boolean; can_manage_user: boolean };
  status: string;
  login_provider: 'password' | 'external' | 'social';
  cognito_sync_status: string | null;
  for_my_self: boolean;
  account_owner: string;
  acps: SessionPlan[];
};

const CurrentUser: TypedDocumentNode<{ currentUser: SessionUser | null }, Record<string, never>> = gql`
  query currentUser {
    currentUser {
      id
      first_name
      last_name
      email
      language
      provider_id
      provider {
        name
      }
      subscription_id
      permission_role {
        role
        can_manage_acp
        can_manage_all
        can_manage_user
      }
      status
      login_provider
      cognito_sync_status
      for_my_self
      account_owner
      acps {
        id
        status
        external
        completed_at
        version
        plan_version
      }
    }
  }
`;

const UpdateLanguage: TypedDocumentNode<unknown, { language: Language }> = gql`
  mutation updateLanguage($language: String!) {
    updateLanguage(language: $language) {
      id
      language
    }
  }
`;

/** Reads who is signed in; null is a visitor. Throws ApiError when the server cannot say. */
export async function readSession(): Promise<SessionUser | null> {
  const result = await currentClient().query(CurrentUser, {}).toPromise();
  const error = apiError(result.error);
  if (error && error.code !== 'unauthenticated') throw error;
  const user = result.data?.currentUser ?? null;
  noteSession(user !== null);
  return user;
}

/** The person who is signed in, or null for a visitor. The component follows. */
export function useSession(): SessionUser | null {
  const [{ data }] = useQuery({ query: CurrentUser, variables: {} });
  return data?.currentUser ?? null;
}

/** The stored role of a person. */
export function roleOf(user: SessionUser): Role {
  return user.permission_role.role;
}

/** Whether the plan is complete. A plan on papers from elsewhere counts as complete (MENU-08). */
export function isPlanComplete(user: SessionUser): boolean {
  return user.acps.some((plan) => plan.status === 'complete' || plan.external);
}

/** What the menu rules need to know about a person. */
export function menuViewerOf(user: SessionUser): MenuViewer {
  const { role, ...flags } = user.permission_role;
  return {
    role,
    flags,
    planComplete: user.acps.some((plan) => plan.status === 'complete'),
    external: user.acps.some((plan) => plan.external),
    provider_id: user.provider_id,
    subscription_id: user.subscription_id,
    loginProvider: user.login_provider,
    externalProviderSync: user.cognito_sync_status === 'external-provider',
    singleProvider: false,
  };
}

/**
 * After the server signed a person in: forgets what was read as a visitor, reads who it is, and speaks their language.
 * Throws ApiError when the server cannot say.
 */
export async function startSession(): Promise<SessionUser | null> {
  renewClient();
  const user = await readSession();
  if (user && user.language !== language()) await changeLanguage(user.language);
  return user;
}

/** Signs out and goes to the product's home. Throws ApiError when the server could not do it. */
export async function signOut(): Promise<void> {
  const result = await postJson('/api/auth/sign-out', {});
  if (!result.ok && result.error.code !== 'unauthenticated') throw new ApiError(result.error.code);
  noteSession(false);
  // A whole new page: nothing that was read for this person stays in the memory of the old one.
  location.assign(site.homeUrl);
}

/** Changes the language of the page, and of the account when somebody is signed in. */
export function useLanguageChoice(): (next: Language) => Promise<void> {
  const user = useSession();
  const signedIn = user !== null;
  return useCallback(
    async (next: Language) => {
      await changeLanguage(next);
      if (signedIn) await currentClient().mutation(UpdateLanguage, { language: next }).toPromise();
    },
    [signedIn],
  );
}

/** Gives the client of the present session to everything inside. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useSyncExternalStore(subscribeToClient, currentClient);
  return <Provider value={client}>{children}</Provider>;
}
