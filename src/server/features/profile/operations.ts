import * as z from 'zod/mini';
import type { Subjects } from '../../../domain/access/subjects.ts';
import { refuseInvalid } from '../../../domain/errors.ts';
import { dateFormats, dateOfIso, isoOfDate, melbourneDate } from '../../../domain/fields.ts';
import { profileProblems, storedForm, type Profile } from '../../../domain/inputs/profile.ts';
import { operation } from '../../pipeline/operation.ts';
import { account, namedAccount, nothing, ownAccount } from '../../pipeline/subjects.ts';
import type { Work } from '../../pipeline/work.ts';
import { duplicateIn, findUser, getUser, type User } from './api.ts';
import { noteChangedFacts } from './changed-facts.ts';
import { identityTries, refuseSecondOfOne, saidAtField } from './medicare/one-person.ts';
import { changePlan, confirmation } from './plan-of-profile.ts';

const id = z.string().check(z.uuid());
const own = z.optional(z.nullable(id));

/** Returns the account of the session, or null for a visitor. */
export const currentUser = operation({
  name: 'currentUser',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'account.readSession', subject: nothing },
  run: async ({ actor, tx }): Promise<User | null> =>
    actor.kind === 'person' ? findUser(tx, actor.userId) : null,
});

export const getUserById = operation({
  name: 'getUserById',
  kind: 'read',
  input: z.strictObject({ id }),
  access: { action: 'account.read', subject: (input) => account(input.id) },
  run: ({ subject, tx }) => getUser(tx, subject.ownerId),
});

/** Returns the date of the payment plan's next payment, as ISO date; null without one (API-32). */
export const nextBillingDate = operation({
  name: 'nextBillingDate',
  kind: 'read',
  input: z.strictObject({ id: own }),
  access: { action: 'account.read', subject: (input, loading) => namedAccount(input.id, loading) },
  run: async ({ subject, tx }) => (await getUser(tx, subject.ownerId)).next_billing_date,
});

const text = z.optional(z.nullable(z.string()));

const personInput = z.strictObject({
  id: own,
  first_name: text,
  last_name: text,
  dob: text,
  gender: text,
  postcode: text,
  ...confirmation,
});

/**
 * Stores the names (API-05), or birth date, gender and postcode (API-06), on the account. Fields that are not given stay
 * unchanged. A signed plan is updated as well, as with changes on the profile.
 * @throws AppError `invalid` at the fields, which follow the rules of the questionnaire's first two steps; `locked`;
 * `unconfirmed`; `existingMedicareNumber` at the birth date, after a rate limit (D-11, D-38)
 */
export const updateUser = operation({
  name: 'updateUser',
  kind: 'write',
  input: personInput,
  access: { action: 'account.update', subject: (input, loading) => namedAccount(input.id, loading) },
  limit: ({ input: { dob }, subject }) => identityTries(subject.ownerId, { dob }),
  run: (work) => changeUser(work).catch(saidAtField({})),
});

async function changeUser(work: Work<z.output<typeof personInput>, Subjects['account']>): Promise<User> {
  const { input, subject, tx, services, now, auditDetails } = work;
  const { id: _, confirmed, confirmed_version, ...sent } = input;
  const iso = sent.dob == null ? null : (isoOfDate(sent.dob) ?? sent.dob);
  const given: Profile = {
    ...sent,
    dob: iso !== null && /^\d{4}-\d\d-\d\d$/.test(iso) ? dateOfIso(iso) : sent.dob,
  };
  refuseInvalid(profileProblems(given, melbourneDate(now)));
  await refuseSecondOfOne(tx, services, subject.ownerId, { number: null, birthDate: iso });
  await changePlan(work, subject.ownerId, given, {
    drafts: false,
    confirmed: { confirmed, confirmed_version },
  });
  const { first_name, last_name, gender, postcode } = sent;
  const change = {
    ...(first_name != null && { first_name: first_name.trim() }),
    ...(last_name != null && { last_name: last_name.trim() }),
    ...(iso !== null && { dob: iso }),
    ...(gender != null && { gender: gender as 'Male' | 'Female' | 'Other' }),
    ...(postcode != null && { postcode: storedForm('postcode', postcode) }),
  };
  await noteChangedFacts(work, subject.ownerId, change);
  try {
    await tx
      .updateTable('users')
      .set({ ...change, updated_at: now })
      .where('id', '=', subject.ownerId)
      .execute();
  } catch (error) {
    throw duplicateIn(error) ?? error;
  }
  auditDetails({ fields: Object.keys(change).join(' ') });
  return getUser(tx, subject.ownerId);
}

/** Sets the language of pages, mails and the plan for the person. */
export const updateLanguage = operation({
  name: 'updateLanguage',
  kind: 'write',
  input: z.strictObject({ id: own, language: z.enum(['en', 'zh']) }),
  access: { action: 'account.chooseLanguage', subject: (input, loading) => namedAccount(input.id, loading) },
  async run(work) {
    const { input, subject, tx, now, auditDetails } = work;
    const { language } = input;
    await noteChangedFacts(work, subject.ownerId, { language });
    await tx
      .updateTable('users')
      .set({ language, updated_at: now })
      .where('id', '=', subject.ownerId)
      .execute();
    auditDetails({ language });
    return getUser(tx, subject.ownerId);
  },
});

/** Sets the person's date format (GAP-76). */
export const updateDateFormat = operation({
  name: 'updateDateFormat',
  kind: 'write',
  input: z.strictObject({ date_format: z.enum(dateFormats) }),
  access: { action: 'account.update', subject: ownAccount },
  async run(work) {
    const { input, subject, tx, now, auditDetails } = work;
    const { date_format } = input;
    await noteChangedFacts(work, subject.ownerId, { date_format });
    await tx
      .updateTable('users')
      .set({ date_format, updated_at: now })
      .where('id', '=', subject.ownerId)
      .execute();
    auditDetails({ date_format });
    return getUser(tx, subject.ownerId);
  },
});
