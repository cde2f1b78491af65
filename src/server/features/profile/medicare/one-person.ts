import { AppError } from '../../../../domain/errors.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import { medicarePlace } from '../../../db/sealing/account-secrets.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import type { Tries } from '../../../pipeline/limits/limit.ts';
import { refuseKnownMedicare } from '../api.ts';

/**
 * The part of a change that identifies the person: a Medicare number, empty to remove it, and an ISO birth date. Null means
 * unchanged.
 */
export type Identity = { number: string | null; birthDate: IsoDate | null };

/**
 * Checks that a change does not make the account a second one of another account's person (D-38). An unchanged birth date is
 * never refused.
 * @throws AppError `existingMedicareNumber`
 */
export async function refuseSecondOfOne(
  tx: Tx,
  services: Pick<Services, 'keyring'>,
  userId: string,
  { number, birthDate }: Identity,
): Promise<void> {
  if (number === '' || (number === null && birthDate === null)) return;
  const own = await tx
    .selectFrom('users')
    .select(['dob', 'medicare_sealed'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (number === null && (birthDate === own.dob || own.medicare_sealed === null)) return;
  const held = number ?? services.keyring.open(medicarePlace(userId), own.medicare_sealed as Buffer);
  await refuseKnownMedicare(tx, services, { number: held, birthDate: birthDate ?? own.dob }, userId);
}

/**
 * Counts attempts with Medicare numbers and birth dates that another account has. Both are counted together: neither must reveal
 * the other (D-11).
 */
export const identityTries = (
  userId: string,
  given: { medicare_number?: string | null | undefined; dob?: string | null | undefined },
): Tries =>
  given.medicare_number || given.dob
    ? [{ counted: ['medicare:account', userId], counts: ['existingMedicareNumber'] }]
    : [];

/** Returns a handler for `catch` that reports a refusal at the field that caused it. */
export const saidAtField =
  (given: { medicare_number?: string | null | undefined }) =>
  (error: unknown): never => {
    if (!(error instanceof AppError) || error.code !== 'existingMedicareNumber') throw error;
    throw new AppError('existingMedicareNumber', {
      fields: [
        given.medicare_number
          ? { field: 'medicare_number', message: 'error.medicareAlreadyExists' }
          : { field: 'dob', message: 'error.birthDateAlreadyExists' },
      ],
      cause: error,
    });
  };
