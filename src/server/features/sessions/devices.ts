import { deviceKey, deviceOf } from '../../../domain/accounts/device.ts';
import type { Tx } from '../../pipeline/context.ts';

/**
 * Remembers with what a person signs in, and tells whether that is new for them: the key of the device if it is, else null. The
 * first device of all is nobody's surprise.
 */
export async function rememberDevice(
  tx: Tx,
  now: Date,
  userId: string,
  userAgent: string | null,
): Promise<string | null> {
  const device = deviceKey(deviceOf(userAgent));
  const known = await tx.selectFrom('known_devices').select('device').where('user_id', '=', userId).execute();
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device']).doUpdateSet({ last_seen_at: now }))
    .execute();
  return known.length > 0 && known.every((each) => each.device !== device) ? device : null;
}
