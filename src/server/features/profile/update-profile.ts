import type { RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import type { Subjects } from '../../../domain/access/subjects.ts';
import { AppError, refuseInvalid } from '../../../domain/errors.ts';
import { compactMedicare, isoOfDate, melbourneDate } from '../../../domain/fields.ts';
import {
  answersOfProfile,
  medicareNumberErrors,
  profileFields,
  profileProblems,
  type Profile,
} from '../../../domain/inputs/profile.ts';
import { mergeAnswers, sameAnswers } from '../../../domain/plan/lifecycle.ts';
import { completionProblems } from '../../../domain/questionnaire/completeness.ts';
import { normalise } from '../../../domain/questionnaire/normalise.ts';
import { medicarePlace } from '../../db/account-secrets.ts';
import { operation } from '../../pipeline/operation.ts';
import { ownAccount } from '../../pipeline/subjects.ts';
import type { Work } from '../../pipeline/work.ts';
import { findActiveOfForChange, savePlan } from '../acp/api.ts';
import { duplicateIn, getUser, refuseKnownMedicare, type User } from './api.ts';

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
});

type Change = Work<z.output<typeof input>, Subjects['account']>;

/**
 * Keeps what a person says of themselves on their profile (GAP-76). What is not given stays as it is.
 * @throws AppError `invalid` at the fields; `existingMedicareNumber`, which a rate limit stands before (D-11); `locked`
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
  const { medicare_number, ...facts } = work.input;
  const given: Profile = facts;
  refuseInvalid([
    ...profileProblems(given, melbourneDate(now)),
    ...(medicare_number == null ? [] : medicareNumberErrors(medicare_number)),
  ]);
  const medicare = medicare_number == null ? null : compactMedicare(medicare_number);
  if (medicare) await refuseKnownMedicare(tx, services, medicare, userId);
  await changePlan(work, userId, given);
  const { first_name, last_name, gender, postcode } = facts;
  const change = {
    ...(first_name != null && { first_name: first_name.trim() }),
    ...(last_name != null && { last_name: last_name.trim() }),
    ...(facts.dob != null && { dob: isoOfDate(facts.dob) }),
    ...(gender != null && { gender: gender as 'Male' | 'Female' | 'Other' }),
    ...(postcode != null && { postcode: postcode.trim() }),
    ...(medicare !== null && {
      medicare_sealed: medicare === '' ? null : services.keyring.seal(medicarePlace(userId), medicare),
      medicare_index: medicare === '' ? null : services.keyring.blindIndex('medicare', medicare),
    }),
  };
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

/**
 * Plan, card and PDF say of a person what the account says: what changes here changes in the plan too, a signed one
 * with its state before kept as always. A plan that today's questions would refuse stays as it was signed.
 * @throws AppError `locked`
 */
async function changePlan(work: Change, userId: string, given: Profile): Promise<void> {
  const { tx, services, now } = work;
  const answers = answersOfProfile(given);
  if (Object.keys(answers).length === 0) return;
  const acp = await findActiveOfForChange(tx, services, userId);
  if (!acp) return;
  const changed = normalise(mergeAnswers(acp.answers, answers));
  if (sameAnswers(acp.answers, changed)) return;
  if (acp.locked) throw new AppError('locked');
  if (acp.status === 'complete' && completionProblems(changed, { today: melbourneDate(now) }).length > 0)
    return;
  const statements: RawBuilder<unknown>[] = [];
  const request = { status: acp.status, type: 'active', step: null } as const;
  await savePlan(
    { ...work, withFinalStatement: (statement) => void statements.push(statement) },
    acp,
    request,
    changed,
  );
  // The account is read once more within this transaction, with the plan as it is then.
  for (const statement of statements) await statement.execute(tx);
}

const knownMedicare = (cause: unknown) =>
  new AppError('existingMedicareNumber', {
    fields: [{ field: 'medicare_number', message: 'error.medicareAlreadyExists' }],
    cause,
  });
