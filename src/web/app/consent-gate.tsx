import { lazy, Suspense } from 'react';
import { useSession } from './session.tsx';
import { loadTexts } from './texts.tsx';

const ConsentsDue = lazy(async () => {
  const [module] = await Promise.all([
    import('../features/accounts/consents-due.tsx'),
    loadTexts(['signup', 'consent-service', 'consent-privacy', 'errors']),
  ]);
  return { default: module.ConsentsDue };
});

/** Stops a signed-in person at the texts that they have not agreed to as they are now (GAP-71). */
export function ConsentGate() {
  const user = useSession();
  // Staff in an account answer for nobody; and who must set up a second step does that first.
  const due =
    user && !user.acting && !user.second_step_due && (user.consents_due.eusa || user.consents_due.privacy);
  return due ? (
    <Suspense>
      <ConsentsDue user={user} />
    </Suspense>
  ) : null;
}
