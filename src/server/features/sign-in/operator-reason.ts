import * as z from 'zod/mini';
import { badCharacter } from '../../../domain/characters.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Database } from '../../db/connect.ts';

/** Why, in the words of the operator: kept in the trail, in clear. */
export const reason = z.string().check(
  z.trim(),
  z.minLength(10),
  z.maxLength(200),
  z.refine((text) => badCharacter(text, false) === undefined),
);

type Named = { first_name: string | null; last_name: string | null; email: string };

/** The trail outlives the person, so that a reason names no one. @throws AppError `invalid` at `reason` */
export function refuseNames(text: string, { first_name, last_name, email: address }: Named): void {
  const words = text.toLowerCase().split(/[^\p{L}\p{M}\p{N}@.'’-]+/u);
  const names = [first_name, last_name, address].flatMap((name) => name?.toLowerCase().split(' ') ?? []);
  const isNamed = names.some((name) => name !== '' && words.includes(name)) || text.includes('@');
  if (isNamed)
    throw new AppError('invalid', { fields: [{ field: 'reason', message: 'lac.confirm.reason' }] });
}

/**
 * The reason for a command about one person, trimmed. The person may be gone: then their names are not known, and not looked for.
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
