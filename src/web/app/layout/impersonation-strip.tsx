import { lazy, Suspense } from 'react';
import { useSession } from '../session.tsx';

const ImpersonationBanner = lazy(() => import('../../features/impersonation/impersonation-banner.tsx'));

/** For staff in a customer's account, on every page: whose account it is, and the way back. Nothing for anybody else. */
export function ImpersonationStrip() {
  const acting = useSession()?.acting;
  return acting ? (
    <Suspense>
      <ImpersonationBanner acting={acting} />
    </Suspense>
  ) : null;
}
