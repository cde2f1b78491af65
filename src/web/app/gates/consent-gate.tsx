import { useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { consentGiven, onConsentDue } from '../../api/session/consent-due.ts';
import { mustAnswer, roleOf } from '../person.ts';
import { readSessionAgain, useSession } from '../session.tsx';
import { loadTexts } from '../texts.tsx';
import { openPages, type OpenPage } from './open-pages.ts';
import { useConsentHeld } from './consent-hold.ts';

const ConsentsDue = lazy(async () => {
  const [module] = await Promise.all([
    import('../../features/privacy/consents/consents-due.tsx'),
    loadTexts(['signup', 'consent-service', 'consent-privacy', 'errors']),
  ]);
  return { default: module.ConsentsDue };
});

const isOpenPage = (path: string | undefined) => Object.values<string | undefined>(openPages).includes(path);

/**
 * Stops a signed-in person at the current texts that they have not agreed to (GAP-71). The page waits until they have, because
 * the server would refuse its requests. A page that was open before a text changed stays under the dialog, with its typed text;
 * content that it shows only once can be read first, and failed reads are repeated afterwards. A customer who declines may
 * still open the page of their own data and their plan, and no other page.
 */
export function ConsentGate({ children }: { children: ReactNode }) {
  const user = useSession();
  const due = user !== null && mustAnswer(user);
  const id = user?.id ?? null;
  const [shownTo, setShownTo] = useState<string | null>();
  if (!due && shownTo !== id) setShownTo(id);
  useEffect(() => onConsentDue(() => void readSessionAgain()), []);
  const held = useConsentHeld();
  const wasDue = useRef(due);
  useEffect(() => {
    if (wasDue.current && !due) consentGiven();
    wasDue.current = due;
  }, [due]);
  const navigate = useNavigate();
  // Checks the page that is shown, not the one that is loading: until it is loaded, the previous page is still shown.
  const there = useRouterState({
    select: ({ location, resolvedLocation }) =>
      [location, resolvedLocation].every((place) => isOpenPage(place?.pathname)),
  });
  const [declinedBy, setDeclinedBy] = useState<string | null>(null);
  const letsBy = due && declinedBy === id && there;
  const leadTo = async (page: OpenPage) => {
    setDeclinedBy(id);
    await navigate({ to: openPages[page] });
  };
  return (
    <>
      {(!due || letsBy || shownTo === id) && children}
      {due && !letsBy && !held && (
        <Suspense>
          <ConsentsDue user={user} onOpenPage={roleOf(user) === 'user' ? leadTo : undefined} />
        </Suspense>
      )}
    </>
  );
}
