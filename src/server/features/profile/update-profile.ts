import * as z from 'zod/mini';
import type { Subjects } from '../../../domain/access/subjects.ts';
import { refuseInvalid } from '../../../domain/errors.ts';
import { compactMedicare, isoOfDate, melbourneDate } from '../../../domain/fields.ts';
import {
  medicareNumberErrors,
  profileFields,
  profileProblems,
  storedForm,
  type Profile,
} from '../../../domain/inputs/profile.ts';
import { medicareColumns } from '../../db/sealing/held-medicare.ts';
import { operation } from '../../pipeline/operation.ts';
import { ownAccount } from '../../pipeline/subjects.ts';
import type { Work } from '../../pipeline/work.ts';
import { duplicateIn, getUser, type User } from './api.ts';
import { noteChangedFacts, noteChangedMedicare } from './changed-facts.ts';
import { identityTries, refuseSecondOfOne, saidAtField } from './medicare/one-person.ts';
import { changePlan, confirmation } from './plan-of-profile.ts';

const text = z.optional(z.nullable(z.string().check(z.maxLength(1_000))));

const input = z.strictObject({
  first_name: text,
  last_name: text,
  /** DD/MM/YYYY. */
  dob: text,
  gender: text,
  postcode: text,
  /** An empty one removes the number. */
  medicare_number: text,
  ...confirmation,
});

type Change = Work<z.output<typeof input>, Subjects['account']>;

/**
 * Stores a person's own profile (GAP-76). Fields that are not given stay unchanged.
 * @throws AppError `invalid` at the fields; `locked`; `unconfirmed`; `existingMedicareNumber` at the number or the birth date,
 * after a rate limit (D-11)
 */
export const updateProfile = operation({
  name: 'updateProfile',
  kind: 'write',
  input,
  access: { action: 'account.update', subject: ownAccount },
  limit: ({ input: given, subject }) => identityTries(subject.ownerId, given),
  run: (work) => changeProfile(work).catch(saidAtField(work.input)),
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
  const birthDate = facts.dob == null ? null : (isoOfDate(facts.dob) ?? null);
  await refuseSecondOfOne(tx, services, userId, { number: medicare, birthDate });
  await changePlan(work, userId, given, { drafts: true, confirmed: { confirmed, confirmed_version } });
  const { first_name, last_name, gender, postcode } = facts;
  const change = {
    ...(first_name != null && { first_name: first_name.trim() }),
    ...(last_name != null && { last_name: last_name.trim() }),
    ...(birthDate !== null && { dob: birthDate }),
    ...(gender != null && { gender: gender as 'Male' | 'Female' | 'Other' }),
    ...(postcode != null && { postcode: storedForm('postcode', postcode) }),
  };
  await noteChangedFacts(work, userId, change);
  if (medicare !== null) await noteChangedMedicare(work, userId, medicare);
  try {
    await tx
      .updateTable('users')
      .set({
        ...change,
        ...(medicare !== null && medicareColumns(services.keyring, userId, medicare)),
        updated_at: now,
      })
      .where('id', '=', userId)
      .execute();
  } catch (error) {
    throw duplicateIn(error) ?? error;
  }
  const fields = profileFields.filter((field) => given[field] != null);
  auditDetails({ fields: [...fields, ...(medicare === null ? [] : ['medicare_number'])].join(' ') });
  return getUser(tx, userId);
}
