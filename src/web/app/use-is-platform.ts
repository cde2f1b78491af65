import { isPlatformRole } from '../../domain/access/actors.ts';
import { roleOf } from './person.ts';
import { useSession } from './session.tsx';

/** Whether the signed-in person belongs to the platform's staff, who see every provider. */
export function useIsPlatform(): boolean {
  const user = useSession();
  return user !== null && isPlatformRole(roleOf(user));
}
