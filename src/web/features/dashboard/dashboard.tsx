import type { TextFile } from '../../../domain/i18n/texts.ts';
import { roleOf } from '../../app/person.ts';
import { useSession } from '../../app/session.tsx';
import { CustomerDashboard } from './customer.tsx';
import { StaffDashboard } from './staff.tsx';
import { VisitorDashboard } from './visitor.tsx';

export const texts: readonly TextFile[] = ['notifications', 'plan', 'on-behalf', 'success'];

/** The dashboard, for visitors and for whoever is signed in (DASH-01). */
export function Page() {
  const user = useSession();
  if (!user) return <VisitorDashboard />;
  return roleOf(user) === 'user' ? <CustomerDashboard user={user} /> : <StaffDashboard user={user} />;
}
