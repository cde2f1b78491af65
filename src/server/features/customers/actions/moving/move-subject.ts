import type { Subjects } from '../../../../../domain/access/subjects.ts';
import { can } from '../../../../../domain/access/access.ts';
import { changedAtMost, chosenAtMost } from '../../../../../domain/customers/actions/chosen.ts';
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

/** Loads the house of a move without its customers, each of whom is checked in a move of their own. */
export async function findTarget(
  { provider_id }: { provider_id: string },
  { tx, services }: Pick<Loading, 'tx' | 'services'>,
): Promise<Subjects['provider'] | null> {
  const today = melbourneDate(services.clock());
  const [to] = await findHouses(tx, [provider_id], { today, lock: false });
  return to ? placeOf(to) : null;
}

type Moving = { ids: readonly string[]; provider_id: string };

/** Loads those customers of a move who exist, and its house; null for an unknown house. */
async function findMoving(
  { ids, provider_id }: Moving,
  { tx, lock, services }: Pick<Loading, 'tx' | 'lock' | 'services'>,
  max: number,
): Promise<(MoveSubject & { wanted: string[] }) | null> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) refuseInvalid([{ field: 'ids', message: 'error.move.none' }]);
  if (wanted.length > max)
    refuseInvalid([{ field: 'ids', message: 'error.customer.remindMany', params: { max } }]);
  const today = melbourneDate(services.clock());
  const [to] = await findHouses(tx, [provider_id], { today, lock });
  if (!to) return null;
  const customers = await findActionSubjects(wanted, { tx, lock });
  const others = houseIds(customers).filter((id) => id !== to.id);
  const known = [to, ...(await findHouses(tx, others, { today, lock: false }))];
  return {
    kind: 'move',
    ...{ wanted, to, known },
    customers: placed(customers, known),
    houses: [placeOf(to)],
  };
}

/**
 * Loads the customers of a move and its house; null when one of them does not exist. With `lock`, locks the house first, then the
 * customers.
 * @throws AppError `invalid` for no customer, and for more than one call can move
 */
export async function findMoveSubject(
  input: Moving,
  loading: Pick<Loading, 'tx' | 'lock' | 'services'>,
): Promise<MoveSubject | null> {
  const found = await findMoving(input, loading, changedAtMost);
  return found && found.customers.length === found.wanted.length ? found : null;
}

/**
 * Loads the customers of a preview whom the caller may move to the house, and the ids of the others, who may have left the
 * caller's houses meanwhile. When the caller may move none of them, all are loaded, and access is refused.
 * @throws AppError `invalid` for no customer, and for more than can be chosen
 */
export async function findPreviewSubject(
  input: Moving,
  loading: Loading,
): Promise<(MoveSubject & { gone: string[] }) | null> {
  const found = await findMoving(input, loading, chosenAtMost);
  if (!found || found.customers.length === 0) return null;
  const movable = found.customers.filter(
    (customer) => can(loading.actor, 'customers.move', { ...found, customers: [customer] }) === 'allow',
  );
  const customers = movable.length > 0 ? movable : found.customers;
  const isFound = new Set(customers.map(({ ownerId }) => ownerId));
  return { ...found, customers, gone: found.wanted.filter((id) => !isFound.has(id)) };
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
