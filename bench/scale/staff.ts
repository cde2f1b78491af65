import { startSession } from '../../src/server/features/sessions/api.ts';
import { enrol } from '../../testing/second-step.ts';
import { person } from '../../testing/people.ts';
import type { Providers } from '../../testing/synthetic-customers.ts';
import type { Role } from '../../src/domain/access/actors.ts';
import type { Served, Stage } from '../stage.ts';

/** One of the staff in a browser of their own. */
export type Staff = { origin: string; cookie: string; providers: Providers };

/** Someone of the staff, signed in without the work of checking a password. */
export async function signedIn(
  { services }: Stage,
  { origin }: Served,
  providers: Providers,
  role: Role,
  providerId?: string,
): Promise<Staff> {
  const { userId } = await person(services, { role, ...(providerId && { providerId }) });
  await enrol(services, userId, { app: true });
  const { token } = await startSession(services.db, new Date(), { id: userId, role }, null);
  return { origin, cookie: `wattle=${token}`, providers };
}
