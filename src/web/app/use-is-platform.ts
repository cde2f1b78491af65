import { isPlatformRole } from '../../../domain/access/actors.ts';
import { roleOf } from '../../app/person.ts';
import { useSession } from '../../app/session.tsx';

/** Whether the caller belongs to the platform's staff, who see every provider, including archived ones, and set what they pay. */
export function useIsPlatform(): boolean {
  const user = useSession();
  return user !== null && isPlatformRole(roleOf(user));
}
