import * as z from 'zod/mini';
import { can } from '../../../domain/access/access.ts';
import { scopeOf } from '../../../domain/access/scope.ts';
import { keptUndoEnds } from '../../../domain/duplicates/kept-record.ts';
import { AppError } from '../../../domain/errors.ts';
import type { TextKey } from '../../../domain/i18n/texts.ts';
import { operation } from '../../pipeline/operation.ts';
import { callerId, findCustomer, nothing } from '../../pipeline/subjects.ts';
import { compare, type RecordComparison } from './compare.ts';
import { findEarlier, findKept, type EarlierRecord, type KeptRecord } from './link-store.ts';
import { findPair } from './pair-subject.ts';
import * as store from './store.ts';

const id = z.string().check(z.uuid());
const pageSize = 10;
const offset = z.nullish(z.int().check(z.gte(0), z.lte(100_000)));
const limit = z.nullish(z.int().check(z.gte(1), z.lte(50)));

/** A page of possible duplicates. `count` is exact up to `countedAtMost`. */
export type DuplicatePairs = { count: number; count_is_exact: boolean; data: store.DuplicatePair[] };

/** Lists the pairs of records in the caller's scope that may be of one person, or those that staff said are of two people (N-13). */
export const getPossibleDuplicates = operation({
  name: 'getPossibleDuplicates',
  kind: 'read',
  input: z.strictObject({ set_aside: z.nullish(z.boolean()), offset, limit }),
  access: { action: 'customers.duplicates', subject: nothing },
  async run({ input, actor, tx }): Promise<DuplicatePairs> {
    const scope = scopeOf(actor);
    const setAside = input.set_aside ?? false;
    const page = { setAside, offset: input.offset ?? 0, limit: input.limit ?? pageSize };
    const [count, data] = await Promise.all([
      store.countPairs(tx, scope, setAside),
      store.findPairs(tx, scope, page),
    ]);
    return { count, count_is_exact: count < store.countedAtMost, data };
  },
});

/** Loads two records of one organisation side by side (N-13). */
export const compareRecords = operation({
  name: 'compareRecords',
  kind: 'read',
  input: z.strictObject({ first_id: id, second_id: id }),
  access: {
    action: 'customer.duplicates',
    subject: ({ first_id, second_id }, loading) => findPair([first_id, second_id], loading),
  },
  async run({ subject, tx, services }): Promise<RecordComparison> {
    const found = await compare(tx, services, subject);
    if (found.signs.length === 0) throw new AppError('not-found');
    return found;
  },
});

/** @throws AppError `conflict` at the form with the reason */
export const refused = (message: TextKey) =>
  new AppError('conflict', { fields: [{ field: 'form', message }] });

/**
 * Stores that two records are of two people, so that they are no longer listed; or removes the mark (N-13).
 * @throws AppError `conflict` for records without a common sign
 */
export const setDuplicateAside = operation({
  name: 'setDuplicateAside',
  kind: 'write',
  input: z.strictObject({ first_id: id, second_id: id, set_aside: z.boolean() }),
  access: {
    action: 'customer.duplicates',
    subject: ({ first_id, second_id }, loading) => findPair([first_id, second_id], loading),
  },
  async run({ input, subject, actor, tx, now, auditDetails }): Promise<{ id: string; set_aside: boolean }> {
    const { first_id: one, second_id: other, set_aside } = input;
    const signs = await store.findSigns(tx, one, other);
    if (signs.length === 0) throw refused('error.duplicates.notPair');
    const rootId = subject.providerPath[0] ?? '';
    await store.setAside(tx, { one, other, rootId }, set_aside ? { at: now, by: callerId(actor) } : null);
    auditDetails({ other, set_aside });
    return { id: [one, other].toSorted().join('/'), set_aside };
  },
});

/** Other records of the person, as a customer's page shows them. */
export type CustomerDuplicates = {
  user_id: string;
  /** The record that is kept instead of this one; null for a record that was not archived as a duplicate. */
  kept: (KeptRecord & { undo_until: Date; can_undo: boolean; can_open: boolean }) | null;
  earlier: (EarlierRecord & { undo_until: Date; can_undo: boolean })[];
  /** Records that may be of the same person; empty for staff who cannot decide. */
  possible: (store.RecordLine & { signs: readonly string[] })[];
};

/** Loads the links of a customer with other records of the person, and those that may be of the same person (N-13). */
export const getCustomerDuplicates = operation({
  name: 'customer.duplicates',
  kind: 'read',
  input: z.strictObject({ id }),
  access: { action: 'customer.read', subject: (input, loading) => findCustomer(input.id, loading) },
  async run({ subject, actor, tx, now }): Promise<CustomerDuplicates> {
    const userId = subject.ownerId;
    const decides = can(actor, 'customer.duplicates', subject) === 'allow';
    const [kept, earlier, possible] = await Promise.all([
      findKept(tx, userId),
      findEarlier(tx, userId),
      decides ? store.findPossible(tx, scopeOf(actor), userId) : [],
    ]);
    const undoOf = (linkedAt: Date) => {
      const undo_until = keptUndoEnds(linkedAt);
      return { undo_until, can_undo: decides && now < undo_until };
    };
    const keptRecord = kept && (await findCustomer(kept.id, { tx, lock: false }));
    return {
      user_id: userId,
      kept: kept && {
        ...kept,
        ...undoOf(kept.linkedAt),
        can_open: keptRecord !== null && can(actor, 'customer.read', keptRecord) === 'allow',
      },
      earlier: earlier.map((record) => ({ ...record, ...undoOf(record.linked_at) })),
      possible,
    };
  },
});
