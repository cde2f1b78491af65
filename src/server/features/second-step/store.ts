import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  lastDigits,
  maskedPhone,
  readRecoveryCode,
  recoveryBytes,
  recoveryCodeOf,
  recoveryCount,
} from '../../../domain/accounts/second-step.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import type { Secrets } from '../../db/secrets.ts';

type Keys = Pick<Services, 'keyring'>;

export const factorPlace = (id: string) => ({ table: 'second_factors', row: id, column: 'value_sealed' });

/** A telephone for codes. `number` is E.164. */
export type Phone = { id: string; number: string; masked: string; confirmed: boolean };

/** The telephones of a person, oldest first. */
export async function findPhones(tx: Tx, { keyring }: Keys, userId: string): Promise<Phone[]> {
  const rows = await tx
    .selectFrom('second_factors')
    .select(['id', 'value_sealed', 'confirmed_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'sms')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, value_sealed, confirmed_at }) => {
    const number = keyring.open(factorPlace(id), value_sealed);
    return { id, number, masked: maskedPhone(number), confirmed: confirmed_at !== null };
  });
}

/** The last three digits of one of a person's numbers; of the newest where that one is gone again, and '***' where none is left. */
export async function findLastDigits(tx: Tx, services: Keys, userId: string, id: string): Promise<string> {
  const phones = (await findPhones(tx, services, userId)).filter(({ confirmed }) => confirmed);
  const phone = phones.find((each) => each.id === id) ?? phones.at(-1);
  return phone ? lastDigits(phone.number) : '***';
}

/** One's own second step, as the settings show it. `required` is for staff in production (D-12). */
export type SecondStep = {
  on: boolean;
  required: boolean;
  phones: Omit<Phone, 'number'>[];
  app: boolean;
  recovery_left: number;
};

type Facts = { on: boolean; app: boolean; recovery: number; factors: number };

/** Whether the second step is on, and by what it can be shown. Everything is off for an id that nobody has. */
export async function findFacts(tx: Tx, userId: string): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select coalesce(bool_or(u.second_step_on), false) as on,
      exists (select 1 from second_factors f where f.user_id = ${userId} and f.kind = 'totp' and f.confirmed_at is not null) as app,
      (select count(*)::int from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null) as factors,
      (select count(*)::int from recovery_codes r where r.user_id = ${userId} and r.used_at is null) as recovery
    from users u where u.id = ${userId}`.execute(tx);
  return rows[0] ?? { on: false, app: false, recovery: 0, factors: 0 };
}

/** The second step of a person as the settings show it. */
export async function findSecondStep(
  tx: Tx,
  services: Keys,
  userId: string,
  required: boolean,
): Promise<SecondStep> {
  const facts = await findFacts(tx, userId);
  const phones = await findPhones(tx, services, userId);
  return {
    on: facts.on,
    required,
    phones: phones.map(({ id, masked, confirmed }) => ({ id, masked, confirmed })),
    app: facts.app,
    recovery_left: facts.recovery,
  };
}

/** Keeps a telephone or an app's secret, not confirmed yet, in place of others of its kind that never were. Gives its id. */
export async function addFactor(
  tx: Tx,
  { keyring }: Keys,
  now: Date,
  { userId, kind, value }: { userId: string; kind: 'sms' | 'totp'; value: string },
): Promise<string> {
  await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('confirmed_at', 'is', null)
    .execute();
  const id = randomUUID();
  await tx
    .insertInto('second_factors')
    .values({
      id,
      user_id: userId,
      kind,
      value_sealed: keyring.seal(factorPlace(id), value),
      created_at: now,
    })
    .execute();
  return id;
}

/** What stands for a recovery code in the database. */
export const recoveryHash = (secrets: Secrets, userId: string, code: string) =>
  secrets.sign('recovery-code', `${userId}\n${code}`);

/** Makes ten recovery codes in place of all earlier ones. They are shown once and kept as hashes. */
export async function makeRecoveryCodes(
  tx: Tx,
  secrets: Secrets,
  now: Date,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCount }, () => recoveryCodeOf(randomBytes(recoveryBytes)));
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: recoveryHash(secrets, userId, readRecoveryCode(code) ?? code),
        created_at: now,
      })),
    )
    .execute();
  return codes;
}

/** Forgets everything that a second step could be shown with. */
export async function forgetFactors(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_step_challenges').where('user_id', '=', userId).execute();
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Turns the second step on or off for signing in. */
export async function switchSecondStep(tx: Tx, now: Date, userId: string, on: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({ second_step_on: on, updated_at: now })
    .where('id', '=', userId)
    .execute();
}
