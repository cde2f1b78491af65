import { useCallback, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { Provider, useQuery } from 'urql';
import type { Language } from '../../domain/i18n/texts.ts';
import { call, callRest } from '../api/call.ts';
import { currentClient, renewClient, subscribeToClient } from '../api/client.ts';
import { apiError, codeOf } from '../api/errors.ts';
import { graphql } from '../api/graphql.ts';
import { noteSession, personOfPage } from '../api/session-lost.ts';
import { tellTabs } from '../api/session-tabs.ts';
import { forgetUnsaved, noteTypist } from './unsaved.ts';
import { currentUserText } from '../early/questions.ts';
import { coverForGood } from './gates/cover-for-good.ts';
import { showSnackbar } from '../ui/messages/snackbars.ts';
import { noteImpersonation, wasImpersonating } from './impersonation.ts';
import { personOf, type SessionUser } from './person.ts';
import { site } from './site.ts';
import { changeLanguage, language, loadTexts, translate } from './texts.tsx';

const CurrentUser = graphql(currentUserText);

const UpdateLanguage = graphql(`
  mutation updateLanguage($language: String!) {
    updateLanguage(language: $language) {
      id
      language
    }
  }
`);

/** The client of a page that the server sent to a browser without a session. Signing in makes another one. */
const clientOfVisitor = document.querySelector('meta[name="wattle-visitor"]') ? currentClient() : undefined;

/** True when no one can be signed in: the page came to a visitor, and no sign-in happened on it since. */
export const isVisitorsPage = (): boolean => currentClient() === clientOfVisitor;

/** Reads who is signed in; null is a visitor. Throws ApiError when the server cannot say. */
export async function readSession(): Promise<SessionUser | null> {
  if (isVisitorsPage()) return null;
  const user = await call(CurrentUser, {}, { cached: true }).then(
    ({ currentUser }) => personOf(currentUser),
    (error: unknown) => {
      if (codeOf(error) === 'unauthenticated') return null;
      throw error;
    },
  );
  noteSession(user?.id ?? null);
  if (user && !user.acting) noteTypist(user.id);
  return user;
}

/** Loads again who is signed in and what is due from them. Components that use `useSession` are updated. */
export async function readSessionAgain(): Promise<void> {
  // When that fails, all stays as it was.
  await call(CurrentUser, {}).catch(() => undefined);
}

let lastKnown: SessionUser | null = null;

/** Keeps who was signed in when the server last said. */
function remember(person: SessionUser | null): void {
  lastKnown = person;
}

/**
 * The person who is signed in, or null for a visitor. The component follows. An answer that fails signs no one out, unless it says
 * that the session is over: the person stays who it was.
 */
export function useSession(): SessionUser | null {
  // Not `useRead`: the network counts as away until the next try has an answer.
  const [{ data, error }] = useQuery({ query: CurrentUser, variables: {}, pause: isVisitorsPage() });
  const person = personOf(data?.currentUser ?? null);
  const isUnknown = !person && error !== undefined && apiError(error)?.code !== 'unauthenticated';
  useEffect(() => {
    if (!isUnknown) remember(person);
  }, [isUnknown, person]);
  return isUnknown ? lastKnown : person;
}

/**
 * After the server signed a person in: forgets what was read as a visitor, reads who it is, and speaks their language. Staff in a
 * customer's account go on in the language of the page, which is theirs.
 * Throws ApiError when the server cannot say.
 */
export async function startSession(): Promise<SessionUser | null> {
  renewClient();
  noteSession(null);
  const user = await readSession();
  if (!user && wasImpersonating() && (await cameBack())) {
    await loadTexts(['login-as-customer']);
    showSnackbar(`${translate('lac.ended.title')}. ${translate('lac.ended.time')}`);
    return startSession();
  }
  if (user && !user.acting && user.language !== language()) await changeLanguage(user.language);
  noteImpersonation(user?.acting != null);
  if (user) tellTabs({ kind: 'began', person: user.id });
  return user;
}

const cameBack = () =>
  returnToOwn().then(
    () => true,
    () => false,
  );

/** Leads a staff member out of a customer's account; `startSession` comes after. @throws ApiError */
export async function returnToOwn(): Promise<void> {
  noteImpersonation(false);
  await callRest('/api/auth/return-to-own', {});
}

/** Signs out and goes to the product's home. Throws ApiError when the server could not do it. */
export async function signOut(): Promise<void> {
  try {
    await callRest('/api/auth/sign-out', {});
  } catch (error) {
    if (codeOf(error) !== 'unauthenticated') throw error;
  }
  const person = personOfPage();
  if (person !== null) tellTabs({ kind: 'over', person, signedOut: true });
  // Nothing is left for the browser to keep of this page, should it go back to it.
  coverForGood();
  noteSession(null);
  noteImpersonation(false);
  forgetUnsaved();
  // A whole new page: nothing that was read for this person stays in the memory of the old one.
  location.assign(site.homeUrl);
}

/** Changes the language of the page, and of the account when the person themselves is signed in. */
export function useLanguageChoice(): (next: Language) => Promise<void> {
  const user = useSession();
  const signedIn = user !== null && !user.acting;
  return useCallback(
    async (next: Language) => {
      await changeLanguage(next);
      // The page speaks it in any case.
      if (signedIn) await call(UpdateLanguage, { language: next }).catch(() => undefined);
    },
    [signedIn],
  );
}

/** Gives the client of the present session to everything inside. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useSyncExternalStore(subscribeToClient, currentClient);
  return <Provider value={client}>{children}</Provider>;
}
