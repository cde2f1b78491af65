import type { RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import type { Subject } from '../../../domain/access/access.ts';
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
import { operation } from '../../pipeline/operation.ts';
import type { Work } from '../../pipeline/work.ts';
import { savePlan } from '../acp/save.ts';
import { findActiveOfForChange } from '../acp/store.ts';
import { medicarePlace } from '../emergency-card/secrets.ts';
import { prepared } from '../../pipeline/prepared.ts';
import { getUser } from './operations.ts';
import { duplicateIn, refuseKnownMedicare } from '../sign-up/create-account.ts';
import { admit } from '../../pipeline/limit.ts';

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

type Change = z.output<typeof input>;

const changeProfile = operation({
  name: 'updateProfile',
  kind: 'write',
  input,
  access: {
    action: 'account.update',
    subject: (_, { actor }): Subject => (actor.kind === 'person' ? { ownerId: actor.userId } : null),
  },
  async run(work) {
    const { subject, tx, services, now, note } = work;
    if (!subject) throw new AppError('unauthenticated');
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
    note({ fields: [...fields, ...(medicare === null ? [] : ['medicare_number'])].join(' ') });
    return getUser(tx, userId);
  },
});

/**
 * Plan, card and PDF say of a person what the account says: what changes here changes in the plan too, a signed one
 * with its state before kept as ever. A plan that questions of today would refuse stays as it was signed.
 * @throws AppError `locked`
 */
async function changePlan(work: Work<Change, Subject>, userId: string, given: Profile): Promise<void> {
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
    { ...work, alongside: (statement) => void statements.push(statement) },
    acp,
    request,
    changed,
  );
  // The account is read once more within this transaction, and tells of the plan as it is then.
  for (const statement of statements) await statement.execute(tx);
}

const knownMedicare = () =>
  new AppError('existingMedicareNumber', {
    fields: [{ field: 'medicare_number', message: 'error.medicareAlreadyExists' }],
  });

/**
 * Keeps what a person says of themselves on their profile (GAP-76). What is not given stays as it is.
 * @throws AppError `invalid` at the fields; `existingMedicareNumber`, which is told behind a rate limit (D-11); `locked`
 */
export const updateProfile = prepared(changeProfile, async ({ services, actor }, raw, perform) => {
  const named = typeof raw === 'object' && raw !== null && 'medicare_number' in raw && raw.medicare_number;
  if (!named || actor.kind !== 'person') return perform(raw);
  const tries = await admit(services, [['medicare:account', actor.userId]]);
  try {
    const user = await perform(raw);
    await tries.withdraw();
    return user;
  } catch (error) {
    if (error instanceof AppError && error.code === 'existingMedicareNumber') throw knownMedicare();
    await tries.withdraw();
    throw error;
  }
});
