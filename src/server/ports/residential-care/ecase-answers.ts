import { z } from 'zod/mini';
import { dateOfIso, isoOfDate } from '../../../domain/fields.ts';

const longestName = 100;

/** Removes control characters and repeated spaces, and cuts a name that no column could store. */
const tidy = (text: string) =>
  Array.from(
    text
      .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
    .slice(0, longestName)
    .join('')
    .slice(0, longestName)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();

const name = z.pipe(z.string(), z.transform(tidy));
const id = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[\x21-\x7e]+$/));

/** True for a day of the calendar in ISO. There is no year 0, also not in PostgreSQL. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= '0001' && isoOfDate(dateOfIso(text)) === text;

const day = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => (text && isDay(text) ? text : null)),
);

const digits = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text?.replaceAll(/\s/g, '').match(/^\d{10,11}$/)?.[0] ?? null),
);

const resident = z.pipe(
  z.object({ id, first_name: name, last_name: name, birth_date: day, medicare_number: digits }),
  z.transform(({ id: residentId, first_name, last_name, birth_date, medicare_number }) => ({
    id: residentId,
    firstName: first_name,
    lastName: last_name,
    birthDate: birth_date,
    medicareNumber: medicare_number,
  })),
);

/** A page of residents. Fields that Wattle does not know are ignored; one that is missing makes the answer unexpected. */
export const residentsAnswer = z.object({
  residents: z.array(resident).check(z.maxLength(1_000)),
  // A cursor is part of the next address, which has no place for half a character.
  next: z.nullable(
    z.string().check(
      z.minLength(1),
      z.maxLength(500),
      z.refine((cursor) => cursor.isWellFormed()),
    ),
  ),
});

export const papersAnswer = z.object({
  papers: z
    .array(
      z.object({
        id,
        name: z.pipe(z.string(), z.transform(tidy)),
        type: z.string().check(z.maxLength(200)),
        size: z.int().check(z.nonnegative()),
        changed: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      }),
    )
    .check(z.maxLength(100)),
});
