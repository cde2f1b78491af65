import { folded } from './fold.ts';
import { roomKey } from './typed-room.ts';

type Named = { first_name: string | null; last_name: string | null };
export type Ranked = Named & { id: string; room: string | null };

const wordsIn = (text: string | null) =>
  folded(text ?? '')
    .split(/[\s-]+/u)
    .filter(Boolean);

/** Returns how well a name fits the typed words: 0 is the whole name, 3 the least. */
export function rankOf({ first_name, last_name }: Named, names: readonly string[]): number {
  if (names.length === 0) return 0;
  const own = [...wordsIn(last_name), ...wordsIn(first_name)];
  const isWhole = (name: string) => own.includes(name);
  if (names.every(isWhole))
    return names.length === own.length || wordsIn(last_name).includes(names[0] ?? '') ? 0 : 1;
  return names.every((name) => own.some((word) => word.startsWith(name))) ? 2 : 3;
}

/** Returns the customers with the best first: those in one of the typed rooms, then by how well the name fits, then by name. */
export function byRank<Found extends Ranked>(
  found: readonly Found[],
  names: readonly string[],
  rooms: readonly string[] = [],
): Found[] {
  const isInRoom = ({ room }: Found) => room !== null && rooms.includes(roomKey(room));
  const key = ({ last_name, first_name, id }: Found) =>
    `${folded(last_name ?? '')} ${folded(first_name ?? '')} ${id}`;
  return found
    .map((customer) => ({
      customer,
      rank: isInRoom(customer) ? -1 : rankOf(customer, names),
      key: key(customer),
    }))
    .toSorted((one, other) => one.rank - other.rank || (one.key < other.key ? -1 : 1))
    .map(({ customer }) => customer);
}
