import { lazy, Suspense } from 'react';
import { useSession } from '../session.tsx';

const ActingBanner = lazy(() => import('../../features/impersonation/impersonation-banner.tsx'));

/** For staff in a customer's account, on every page: whose account it is, and the way back. Nothing for anybody else. */
export function ActingStrip() {
  const acting = useSession()?.acting;
  return acting ? (
    <Suspense>
      <ActingBanner acting={acting} />
    </Suspense>
  ) : null;
}
