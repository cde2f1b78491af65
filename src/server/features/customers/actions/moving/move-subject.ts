import type { Subjects } from '../../../../../domain/access/subjects.ts';
import { moveAtMost } from '../../../../../domain/customers/moves.ts';
import { refuseInvalid } from '../../../../../domain/errors.ts';
import { melbourneDate } from '../../../../../domain/fields.ts';
import type { Loading } from '../../../../pipeline/work.ts';
import { findHouses, findMoves, type NamedHouse, type StoredMove } from './move-store.ts';
import { findActionSubjects, type ActionSubject } from '../subject.ts';

/** Customers who are to be moved to a house. */
export type MoveSubject = Omit<Subjects['move'], 'customers'> & {
  customers: ActionSubject[];
  to: NamedHouse;
  /** The target house and the current houses. */
  known: NamedHouse[];
};

/** Customers whose move is to be undone. */
export type UndoSubject = Omit<Subjects['move'], 'customers'> & {
  customers: ActionSubject[];
  moves: StoredMove[];
  /** The previous and the current houses. */
  known: NamedHouse[];
};

const placeOf = ({ id, path }: NamedHouse): Subjects['provider'] => ({
  kind: 'provider',
  providerId: id,
  providerPath: path,
});

/** Adds the paths of the houses as read after the lock. A row that another call changed meanwhile would lose its join. */
const placed = (customers: readonly ActionSubject[], houses: readonly NamedHouse[]): ActionSubject[] =>
  customers.map((customer) => ({
    ...customer,
    providerPath: houses.find(({ id }) => id === customer.provider_id)?.path ?? [],
  }));

const houseIds = (customers: readonly ActionSubject[]) => customers.map(({ provider_id }) => provider_id);

/**
 * Loads the customers of a move and its house; null when one of them does not exist. With `lock`, locks the house first, then the
 * customers.
 * @throws AppError `invalid` for no customer, and for more than one call can move
 */
export async function findMoveSubject(
  { ids, provider_id }: { ids: readonly string[]; provider_id: string },
  { tx, lock, services }: Pick<Loading, 'tx' | 'lock' | 'services'>,
): Promise<MoveSubject | null> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) refuseInvalid([{ field: 'ids', message: 'error.move.none' }]);
  if (wanted.length > moveAtMost)
    refuseInvalid([{ field: 'ids', message: 'error.customer.remindMany', params: { max: moveAtMost } }]);
  const today = melbourneDate(services.clock());
  const [to] = await findHouses(tx, [provider_id], { today, lock });
  if (!to) return null;
  const customers = await findActionSubjects(wanted, { tx, lock });
  if (customers.length < wanted.length) return null;
  const others = houseIds(customers).filter((id) => id !== to.id);
  const known = [to, ...(await findHouses(tx, others, { today, lock: false }))];
  return { kind: 'move', customers: placed(customers, known), houses: [placeOf(to)], to, known };
}

/** Loads the customers of a move that is to be undone, all or one; null for an unknown move. Locks in the same order. */
export async function findUndoSubject(
  { id, user_id }: { id: string; user_id?: string | null | undefined },
  { tx, lock, services }: Pick<Loading, 'tx' | 'lock' | 'services'>,
): Promise<UndoSubject | null> {
  const find = () => findMoves(tx, id, user_id ?? null);
  const named = await find();
  const today = melbourneDate(services.clock());
  const before = await findHouses(
    tx,
    named.map(({ fromId }) => fromId),
    { today, lock },
  );
  const customers = await findActionSubjects(
    named.map(({ userId }) => userId),
    { tx, lock },
  );
  if (customers.length === 0) return null;
  // The second of two simultaneous calls sees the result of the first one here.
  const moves = lock ? await find() : named;
  const now = await findHouses(tx, houseIds(customers), { today, lock: false });
  const isKnown = new Set(before.map((house) => house.id));
  const known = [...before, ...now.filter((house) => !isKnown.has(house.id))];
  return { kind: 'move', customers: placed(customers, known), houses: known.map(placeOf), moves, known };
}
