import { useCallback, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { Provider, useQuery } from 'urql';
import type { Language } from '../../domain/i18n/texts.ts';
import { call, callRest } from '../api/call.ts';
import { currentClient, renewClient, subscribeToClient } from '../api/client.ts';
import { apiError, codeOf } from '../api/errors.ts';
import { graphql } from '../api/graphql.ts';
import { noteSession } from '../api/session/session-lost.ts';
import { notifyTabs } from '../api/session/session-tabs.ts';
import { noteTypist } from './unsaved.ts';
import { currentUserText } from '../early/questions.ts';
import { showSnackbar } from '../ui/messages/snackbars.ts';
import { noteImpersonation, wasImpersonating } from './impersonation.ts';
import { personOf, type SessionUser } from './person.ts';
import { changeLanguage, language, loadTexts, translate } from './texts.tsx';
import { useIsFrame } from '../frames/use-is-frame.ts';

const CurrentUser = graphql(currentUserText);

const UpdateLanguage = graphql(`
  mutation updateLanguage($language: String!) {
    updateLanguage(language: $language) {
      id
      language
    }
  }
`);

/** Client of a page that the server sent to a browser without a session. Signing in creates another one. */
const clientOfVisitor = document.querySelector('meta[name="wattle-visitor"]') ? currentClient() : undefined;

/** True if no person can be signed in: the page was sent to a visitor, and there was no sign-in since. */
export const isVisitorsPage = (): boolean => currentClient() === clientOfVisitor;

/** Reads the signed-in person; null is a visitor. Throws ApiError if the server cannot return it. */
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
  // If this fails, nothing changes.
  await call(CurrentUser, {}).catch(() => undefined);
}

let framedUser: SessionUser | null = null;

/** Notes who stands for the person in the first frame that is rendered or taken over now; null for a visitor. */
export function noteFramedUser(user: SessionUser | null): void {
  framedUser = user;
}

let lastKnown: SessionUser | null = null;

/** Remembers the signed-in person of the last response. */
function remember(person: SessionUser | null): void {
  lastKnown = person;
}

/**
 * Returns the signed-in person, or null for a visitor. The component updates. A failed request signs no person out, unless the
 * server says that the session is over.
 */
export function useSession(): SessionUser | null {
  // Not `useRead`: after a failure the network counts as down until the next response.
  const isFrame = useIsFrame();
  const isVisitor = isVisitorsPage();
  const [{ data, error }] = useQuery({ query: CurrentUser, variables: {}, pause: isVisitor || isFrame });
  const person = personOf(data?.currentUser ?? null);
  const isUnknown = !person && error !== undefined && apiError(error)?.code !== 'unauthenticated';
  useEffect(() => {
    if (!isUnknown && !isFrame) remember(person);
  }, [isUnknown, isFrame, person]);
  if (isFrame) return framedUser;
  return isUnknown ? lastKnown : person;
}

/**
 * Runs after the server signed a person in: discards data that was read as a visitor, reads the person, and applies their
 * language. Staff in a customer's account keep the language of the page, which is their own. Throws ApiError if the server cannot
 * return the person.
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
  if (user) notifyTabs({ kind: 'began', person: user.id });
  return user;
}

const cameBack = () =>
  returnToOwn().then(
    () => true,
    () => false,
  );

/** Ends a staff member's session in a customer's account; call `startSession` afterwards. @throws ApiError */
export async function returnToOwn(): Promise<void> {
  noteImpersonation(false);
  await callRest('/api/auth/return-to-own', {});
}

/** Returns a function that changes the language of the page, and of the account if the owner is signed in. */
export function useLanguageChoice(): (next: Language) => Promise<void> {
  const user = useSession();
  const signedIn = user !== null && !user.acting;
  return useCallback(
    async (next: Language) => {
      await changeLanguage(next);
      // The language of the page changes in any case.
      if (signedIn) await call(UpdateLanguage, { language: next }).catch(() => undefined);
    },
    [signedIn],
  );
}

/** Provides the client of the present session to its children. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useSyncExternalStore(subscribeToClient, currentClient, currentClient);
  return <Provider value={client}>{children}</Provider>;
}
