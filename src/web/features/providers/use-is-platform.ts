import { isPlatformRole } from '../../../domain/access/actors.ts';
import { roleOf } from '../../app/person.ts';
import { useSession } from '../../app/session.tsx';

/** Whether the caller runs the platform: such a one sees every provider, archived ones too, and says what they pay. */
export function useIsPlatform(): boolean {
  const user = useSession();
  return user !== null && isPlatformRole(roleOf(user));
}
