import * as z from 'zod/mini';
import { badCharacter } from '../../../../domain/typed-text/characters.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Database } from '../../../db/connection/connect.ts';

/** The operator's reason, stored in the audit trail in clear text. */
export const reason = z.string().check(
  z.trim(),
  z.minLength(10),
  z.maxLength(200),
  z.refine((text) => badCharacter(text, false) === undefined),
);

type Named = { first_name: string | null; last_name: string | null; email: string };

/** Refuses a reason that names the person, because the audit trail outlives the person. @throws AppError `invalid` at `reason` */
export function refuseNames(text: string, { first_name, last_name, email: address }: Named): void {
  const words = text.toLowerCase().split(/[^\p{L}\p{M}\p{N}@.'’-]+/u);
  const names = [first_name, last_name, address].flatMap((name) => name?.toLowerCase().split(' ') ?? []);
  const isNamed = names.some((name) => name !== '' && words.includes(name)) || text.includes('@');
  if (isNamed)
    throw new AppError('invalid', { fields: [{ field: 'reason', message: 'lac.confirm.reason' }] });
}

/**
 * Returns the trimmed reason for a command about one person. If the person is deleted, their names are unknown and not checked.
 * @throws AppError `invalid` at `reason`
 */
export async function reasonAbout(db: Database, userId: string, text: string): Promise<string> {
  const parsed = z.safeParse(reason, text);
  if (!parsed.success)
    throw new AppError('invalid', { fields: [{ field: 'reason', message: 'lac.confirm.reason' }] });
  const person = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (person) refuseNames(parsed.data, person);
  return parsed.data;
}
