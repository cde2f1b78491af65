import { sql } from 'kysely';
import * as z from 'zod/mini';
import { can } from '../../../../domain/access/access.ts';
import { scopeOf } from '../../../../domain/access/scope.ts';
import type { ImportedCustomer } from '../../../../domain/customers/import/row.ts';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import { birthDateProblem, dateOfIso, melbourneDate } from '../../../../domain/fields.ts';
import { customerNameErrors } from '../../../../domain/inputs/customers/new-customer.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { conflictsOf, findTrial, insertCustomers, recordAdded, sealCustomers } from '../../customers/api.ts';
import { changeAccess, connected, providerId } from '../subject.ts';
import { insertLinks } from './links-store.ts';

/** Outcome of the invitation of one resident. `user_id` is the customer, null if the caller cannot see them or none was made. */
export type InvitedResident = {
  resident_id: string;
  state: 'added' | 'exists' | 'failed';
  user_id: string | null;
};

type Found = {
  resident_id: string;
  first_name: string;
  last_name: string;
  birth_date: string | null;
  /** Whether an account of the same card and birth date exists, in any provider. */
  is_known: boolean;
};

/** Returns the residents who can be invited: active ones without a link. */
async function findInvitable(tx: Tx, integrationId: string, ids: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select resident_id, first_name, last_name, birth_date, exists (
        select 1 from users where users.medicare_card = resident.medicare_card
          and users.dob is not distinct from resident.birth_date) as is_known
    from integration_residents resident
    where integration_id = ${integrationId}::uuid and resident_id = any(${[...ids]}::text[]) and active
      and not exists (select 1 from integration_links link where link.integration_id = resident.integration_id
        and link.resident_id = resident.resident_id and link.unlinked_at is null)
    order by resident_id`.execute(tx);
  return rows;
}

/** Returns the account of a resident by the rules of a new customer; null if a name or the birth date breaks them. */
function customerOf(found: Found, today: string): ImportedCustomer | null {
  const { first_name, last_name, birth_date } = found;
  const isBad =
    customerNameErrors('first_name', first_name).length > 0 ||
    customerNameErrors('last_name', last_name).length > 0 ||
    (birth_date !== null && birthDateProblem(dateOfIso(birth_date), today) !== undefined);
  if (isBad) return null;
  const names = { first_name: first_name.trim(), last_name: last_name.trim() };
  return {
    ...names,
    birth_date,
    email: null,
    gender: null,
    medicare_number: null,
    customer_id: null,
    room: null,
  };
}

/** @throws AppError `forbidden` without the right to add customers, `invalid` when the provider's trial is over */
async function trialEndOf(tx: Tx, id: string, today: string): Promise<string | null> {
  const trial = await findTrial(tx, id, today);
  if (trial.state === 'over') refuseInvalid([{ field: 'form', message: 'customers.trialOver' }]);
  return trial.state === 'running' ? trial.customerEnds : null;
}

type Invitable = Found & { customer: ImportedCustomer };

/**
 * Adds residents as customers without an address (D-56), and links them: they are the same person by definition. A resident who
 * may have an account already is not added.
 * @throws AppError `forbidden` without the right to add customers; `invalid` when the provider's trial is over
 */
export const inviteResidents = operation({
  name: 'inviteResidents',
  kind: 'write',
  input: z.strictObject({
    provider_id: providerId,
    resident_ids: z
      .array(z.string().check(z.minLength(1), z.maxLength(100)))
      .check(z.minLength(1), z.maxLength(50)),
  }),
  access: changeAccess,
  limit: async ({ actor }) => [{ counted: ['customer-add:account', callerId(actor)], counts: 'always' }],
  prepare: {
    async run({ input, subject, services, now }) {
      const found = await findInvitable(services.db, connected(subject), input.resident_ids);
      const customers = found.flatMap((each): Invitable[] => {
        const customer = customerOf(each, melbourneDate(now));
        return customer ? [{ ...each, customer }] : [];
      });
      const sealed = await sealCustomers(
        services,
        customers.map(({ customer }) => ({ customer, house: null })),
      );
      return customers.map((each, at) => ({ ...each, account: sealed[at]! }));
    },
  },
  async run({ input, subject, actor, tx, now, services, meta, prepared, auditDetails }) {
    const integrationId = connected(subject);
    const { providerId: id } = subject;
    if (can(actor, 'customers.add', subject) !== 'allow') throw new AppError('forbidden');
    const trialEnds = await trialEndOf(tx, id, melbourneDate(now));
    const still = new Set(
      (await findInvitable(tx, integrationId, input.resident_ids)).map(({ resident_id }) => resident_id),
    );
    const fit = prepared.filter(({ resident_id }) => still.has(resident_id));
    const placed = fit.map(({ customer }) => ({ customer, house: null }));
    const conflicts = await conflictsOf(tx, services, { providerId: id, scope: scopeOf(actor) }, placed);
    const isFree = (each: (typeof fit)[number], at: number) => conflicts[at] === null && !each.is_known;
    const free = fit.filter(isFree);
    const staffId = callerId(actor);
    const inviting = {
      ...{ providerId: id, staffId, language: meta.language, trialEnds, now, began: now },
      houses: new Map<string, string | null>(),
    };
    const made = await insertCustomers(
      tx,
      inviting,
      free.map(({ account }, line) => ({ ...account, line })),
    );
    await recordAdded(
      tx,
      inviting,
      made.filter((each) => each !== null),
    );
    const pairs = free.flatMap(({ resident_id }, at) => {
      const user = made[at];
      return user ? [{ resident_id, user_id: user.user_id }] : [];
    });
    await insertLinks(tx, integrationId, pairs, { actorId: staffId, at: now });
    auditDetails({ provider: id, added: pairs.length, asked: input.resident_ids.length });
    const added = new Map(pairs.map((pair) => [pair.resident_id, pair.user_id]));
    const existing = new Map(
      fit.flatMap((each, at) =>
        isFree(each, at) ? [] : [[each.resident_id, conflicts[at]?.same?.personId ?? null] as const],
      ),
    );
    const outcomeOf = (resident_id: string): InvitedResident => {
      const user_id = added.get(resident_id);
      if (user_id !== undefined) return { resident_id, state: 'added', user_id };
      const same = existing.get(resident_id);
      return same === undefined
        ? { resident_id, state: 'failed', user_id: null }
        : { resident_id, state: 'exists', user_id: same };
    };
    return { results: [...new Set(input.resident_ids)].map(outcomeOf) };
  },
});
