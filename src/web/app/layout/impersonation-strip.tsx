import { lazy, Suspense } from 'react';
import { useSession } from '../session.tsx';

const TogetherBar = lazy(() => import('../../features/together/together-bar.tsx'));
const ImpersonationBanner = lazy(() => import('../../features/impersonation/impersonation-banner.tsx'));

/**
 * Strip on every page for staff in a customer's account, with the customer and a button to leave; and for a customer with a staff
 * member beside them, with both names and a button to finish. Renders nothing for others.
 */
export function ImpersonationStrip() {
  const { acting, together } = useSession() ?? {};
  if (together)
    return (
      <Suspense>
        <TogetherBar together={together} />
      </Suspense>
    );
  return acting ? (
    <Suspense>
      <ImpersonationBanner acting={acting} />
    </Suspense>
  ) : null;
}
