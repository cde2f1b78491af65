import { roleOf } from '../../app/person.ts';
import { useSession } from '../../app/session.tsx';
import { CustomerDashboard, StaffDashboard } from './lazy-dashboards.ts';
import { VisitorDashboard } from './visitor/visitor.tsx';

/** The dashboard, for visitors and signed-in people (DASH-01). */
export function Page() {
  const user = useSession();
  if (!user) return <VisitorDashboard />;
  return roleOf(user) === 'user' ? <CustomerDashboard user={user} /> : <StaffDashboard user={user} />;
}
