import { randomUUID } from 'node:crypto';
import { place } from '../../db/sealing/sealed-columns.ts';
import { makeProvider } from '../../demo/person-factory.ts';
import type { Services } from '../../pipeline/context.ts';

type Sealing = Pick<Services, 'db' | 'keyring'>;

const some = Buffer.from('x');
const later = new Date('2030-01-01T00:00:00Z');

/** Adds the rows of a sign-in at an organisation. */
async function addOrganisationRows(
  db: Sealing['db'],
  { user_id, session_id }: { user_id: string; session_id: string },
): Promise<void> {
  const provider_id = await makeProvider(db, 'Correa Community Care');
  await db
    .insertInto('organisation_identities')
    .values({ user_id, provider_id, issuer: 'i', subject: 's', joined_at: later })
    .execute();
  await db
    .insertInto('organisation_sessions')
    .values({ session_id, user_id, provider_id, refresh_sealed: some, ends_at: later, due_at: later })
    .execute();
}

/** Adds a device, a session, a mailed link, and the rows of the second step. */
export async function addSignInRows({ db, keyring }: Sealing, user_id: string): Promise<void> {
  const link = randomUUID();
  const phone = randomUUID();
  await db
    .insertInto('known_devices')
    .values({ user_id, device: 'd', first_seen_at: later, last_seen_at: later })
    .execute();
  const { id: session_id } = await db
    .insertInto('sessions')
    .values({ user_id, token_hash: some, idle_expires_at: later, absolute_expires_at: later })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addOrganisationRows(db, { user_id, session_id });
  await db
    .insertInto('one_time_tokens')
    .values({
      id: link,
      purpose: 'verify-email',
      user_id,
      expires_at: later,
      medicare_sealed: keyring.seal(
        place('one_time_tokens', 'medicare_sealed', link),
        'one_time_tokens.medicare_sealed',
      ),
    })
    .execute();
  await db
    .insertInto('second_factors')
    .values({
      id: phone,
      user_id,
      kind: 'sms',
      value_sealed: keyring.seal(
        place('second_factors', 'value_sealed', phone),
        'second_factors.value_sealed',
      ),
      confirmed_at: later,
    })
    .execute();
  await db.insertInto('recovery_codes').values({ user_id, code_hash: some }).execute();
  await db
    .insertInto('second_step_challenges')
    .values({ token_hash: some, user_id, purpose: 'sign-in', expires_at: later })
    .execute();
}
