import { lazy, Suspense } from 'react';
import { useSession } from '../session.tsx';

const ImpersonationBanner = lazy(() => import('../../features/impersonation/impersonation-banner.tsx'));

/** Strip on every page for staff in a customer's account: the customer, and a button to leave. Renders nothing for others. */
export function ImpersonationStrip() {
  const acting = useSession()?.acting;
  return acting ? (
    <Suspense>
      <ImpersonationBanner acting={acting} />
    </Suspense>
  ) : null;
}
