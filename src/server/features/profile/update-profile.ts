import { noteChangedFacts, noteChangedMedicare } from './changed-facts.ts';
import * as z from 'zod/mini';
import type { Subjects } from '../../../domain/access/subjects.ts';
import { AppError, refuseInvalid } from '../../../domain/errors.ts';
import { compactMedicare, isoOfDate, melbourneDate } from '../../../domain/fields.ts';
import {
  medicareNumberErrors,
  profileFields,
  profileProblems,
  storedForm,
  type Profile,
} from '../../../domain/inputs/profile.ts';
import { medicarePlace } from '../../db/account-secrets.ts';
import { operation } from '../../pipeline/operation.ts';
import { ownAccount } from '../../pipeline/subjects.ts';
import type { Work } from '../../pipeline/work.ts';
import { duplicateIn, getUser, refuseKnownMedicare, type User } from './api.ts';
import { changePlan, confirmation } from './plan-of-profile.ts';

const text = z.optional(z.nullable(z.string().check(z.maxLength(1_000))));

const input = z.strictObject({
  first_name: text,
  last_name: text,
  /** DD/MM/YYYY. */
  dob: text,
  gender: text,
  postcode: text,
  /** An empty one takes the number away. */
  medicare_number: text,
  ...confirmation,
});

type Change = Work<z.output<typeof input>, Subjects['account']>;

/**
 * Keeps what a person says of themselves on their profile (GAP-76). What is not given stays as it is.
 * @throws AppError `invalid` at the fields; `existingMedicareNumber`, which a rate limit stands before (D-11); `locked`;
 * `unconfirmed`
 */
export const updateProfile = operation({
  name: 'updateProfile',
  kind: 'write',
  input,
  access: { action: 'account.update', subject: ownAccount },
  limit: ({ input: { medicare_number }, subject }) =>
    medicare_number
      ? [{ counted: ['medicare:account', subject.ownerId], counts: ['existingMedicareNumber'] }]
      : [],
  run: (work) =>
    changeProfile(work).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'existingMedicareNumber'
        ? knownMedicare(error)
        : error;
    }),
});

async function changeProfile(work: Change): Promise<User> {
  const { subject, tx, services, now, auditDetails } = work;
  const userId = subject.ownerId;
  const { medicare_number, confirmed, confirmed_version, ...facts } = work.input;
  const given: Profile = facts;
  refuseInvalid([
    ...profileProblems(given, melbourneDate(now)),
    ...(medicare_number == null ? [] : medicareNumberErrors(medicare_number)),
  ]);
  const medicare = medicare_number == null ? null : compactMedicare(medicare_number);
  if (medicare) await refuseKnownMedicare(tx, services, medicare, userId);
  await changePlan(work, userId, given, { drafts: true, confirmed: { confirmed, confirmed_version } });
  const { first_name, last_name, gender, postcode } = facts;
  const change = {
    ...(first_name != null && { first_name: first_name.trim() }),
    ...(last_name != null && { last_name: last_name.trim() }),
    ...(facts.dob != null && { dob: isoOfDate(facts.dob) }),
    ...(gender != null && { gender: gender as 'Male' | 'Female' | 'Other' }),
    ...(postcode != null && { postcode: storedForm('postcode', postcode) }),
    ...(medicare !== null && {
      medicare_sealed: medicare === '' ? null : services.keyring.seal(medicarePlace(userId), medicare),
      medicare_index: medicare === '' ? null : services.keyring.blindIndex('medicare', medicare),
    }),
  };
  const { medicare_sealed: _, medicare_index: __, ...plain } = change;
  await noteChangedFacts(work, userId, plain);
  if (medicare !== null) await noteChangedMedicare(work, userId, medicare);
  try {
    await tx
      .updateTable('users')
      .set({ ...change, updated_at: now })
      .where('id', '=', userId)
      .execute();
  } catch (error) {
    throw duplicateIn(error) ?? error;
  }
  const fields = profileFields.filter((field) => given[field] != null);
  auditDetails({ fields: [...fields, ...(medicare === null ? [] : ['medicare_number'])].join(' ') });
  return getUser(tx, userId);
}

const knownMedicare = (cause: unknown) =>
  new AppError('existingMedicareNumber', {
    fields: [{ field: 'medicare_number', message: 'error.medicareAlreadyExists' }],
    cause,
  });
