import { generate } from 'otplib';
import type { Services } from '../src/server/pipeline/context.ts';
import { addFactor, makeRecoveryCodes, switchSecondStep } from '../src/server/features/second-step/store.ts';
import { newAppSecret } from '../src/server/features/second-step/totp.ts';

/** Telephone numbers reserved for fictional use (ACMA). */
export const phoneNumbers = ['+61491570006', '+61491570156', '+61491570157'] as const;

export type Enrolled = { phoneIds: string[]; secret: string; recoveryCodes: string[] };

/** Turns on a person's second step directly in the database: with the given confirmed numbers, app and recovery codes. */
export async function enrol(
  services: Services,
  userId: string,
  { phones = [], app = false }: { phones?: readonly string[]; app?: boolean },
): Promise<Enrolled> {
  const { db, secrets } = services;
  const now = services.clock();
  const confirm = async (id: string) =>
    void (await db.updateTable('second_factors').set({ confirmed_at: now }).where('id', '=', id).execute());
  const phoneIds: string[] = [];
  for (const [index, value] of phones.entries()) {
    // Sequential, so that they are stored in this order.
    const added = new Date(now.getTime() + index);
    const id = await addFactor(db, services, added, { userId, kind: 'sms', value });
    await confirm(id);
    phoneIds.push(id);
  }
  const secret = newAppSecret();
  if (app) await confirm(await addFactor(db, services, now, { userId, kind: 'totp', value: secret }));
  await switchSecondStep(db, now, userId, true);
  return { phoneIds, secret, recoveryCodes: await makeRecoveryCodes(db, secrets, now, userId) };
}

/** Returns the code that an authenticator app shows at a given time. */
export const appCode = (secret: string, at: Date): Promise<string> =>
  generate({ secret, epoch: Math.floor(at.getTime() / 1_000) });

/** Returns the messages sent to a number, newest first, as the stand-in gateway keeps them. */
export async function textsTo({ db }: Pick<Services, 'db'>, number: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_outbox')
    .select('plain')
    .where('to_address', '=', number)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ plain }) => plain);
}

/** Returns the last code sent to a number. */
export async function codeSentTo(services: Pick<Services, 'db'>, number: string): Promise<string> {
  const [text = ''] = await textsTo(services, number);
  const code = /#(\d{6})$/.exec(text)?.[1];
  if (!code) throw new Error(`No code was sent to ${number}`);
  return code;
}

/** Returns a code that differs from the right one. */
export const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');
