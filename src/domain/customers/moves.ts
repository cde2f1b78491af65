import type { IsoDate } from '../fields.ts';
import type { TextKey } from '../i18n/texts.ts';

/** Time during which a move can be undone, in milliseconds (D-63). The customer is notified when it is over. */
export const moveUndoMs = 10 * 60_000;

/** Trial of a house on a day (TRANS-03). `customerEnds` is the end date for a customer who joins on that day. */
export type HouseTrial = { state: 'none' } | { state: 'running'; customerEnds: IsoDate } | { state: 'over' };

/** A provider that customers belong to. */
export type House = {
  id: string;
  name: string;
  archived: boolean;
  /** Ids from the root provider down to the house itself. */
  path: readonly string[];
  /** Telephone number that the emergency page shows; null for none. */
  phone: string | null;
  /** Nearest provider from the house upwards with a subscription or a trial; null for none. */
  payerId: string | null;
  trial: HouseTrial;
};

/** A customer who is to be moved. */
export type MovingCustomer = {
  /** House that the customer belongs to; null for a person who belongs to none. */
  from: House | null;
  isInvited: boolean;
  /** Staff removed the customer, who is deleted on a set day (D-62). */
  toBeRemoved: boolean;
  /** The house's own number for the customer. */
  customerId: string | null;
  /** Room or bed in the house. */
  room: string | null;
  /** Another customer of the new house has that number (GAP-84). */
  isIdTaken: boolean;
  trialEnds: IsoDate | null;
};

/** Reason why a customer cannot be moved to a house. */
export type CustomerMoveProblem = 'archived' | 'noHouse' | 'same' | 'toBeRemoved' | 'idTaken' | 'trialOver';

export const customerMoveProblemTexts = {
  archived: 'error.move.archived',
  noHouse: 'error.move.noHouse',
  same: 'error.move.same',
  toBeRemoved: 'error.customer.toBeRemoved',
  idTaken: 'error.move.idTaken',
  trialOver: 'error.move.trialOver',
} as const satisfies Record<CustomerMoveProblem, TextKey>;

const isSameOrganisation = (one: House, other: House) => one.path[0] === other.path[0];

/** Returns why a customer cannot be moved to a house; null if the move is possible (D-63). */
export function customerMoveProblem(customer: MovingCustomer, to: House): CustomerMoveProblem | null {
  const { from } = customer;
  if (to.archived) return 'archived';
  // The person pays: a house would change that without their consent.
  if (from === null) return 'noHouse';
  if (from.id === to.id) return 'same';
  if (customer.toBeRemoved) return 'toBeRemoved';
  if (customer.isIdTaken) return 'idTaken';
  // A move within an organisation adds no customer to its trial.
  if (to.trial.state === 'over' && !isSameOrganisation(from, to)) return 'trialOver';
  return null;
}

/** Returns the end of a customer's trial after a move; null for none. A trial that runs already keeps its date. */
export function trialAfterMove(trialEnds: IsoDate | null, to: Pick<House, 'trial'>): IsoDate | null {
  switch (to.trial.state) {
    case 'none':
      return null;
    case 'running':
      return trialEnds ?? to.trial.customerEnds;
    case 'over':
      return trialEnds;
  }
}

/** Changes of a move for customers, in the order in which staff read them. */
export const moveChanges = [
  'readers',
  'organisation',
  'phone',
  'noPhone',
  'payer',
  'trial',
  'customerId',
  'room',
  'invitation',
] as const;
export type MoveChange = (typeof moveChanges)[number];

function changesFor(
  { from, isInvited, customerId, room, trialEnds }: MovingCustomer,
  to: House,
): MoveChange[] {
  if (from === null) return [];
  const changes: Record<MoveChange, boolean> = {
    readers: true,
    organisation: !isSameOrganisation(from, to),
    phone: to.phone !== null && from.phone !== to.phone,
    noPhone: to.phone === null && from.phone !== null,
    payer: to.payerId !== null && from.payerId !== to.payerId,
    trial: trialAfterMove(trialEnds, to) !== trialEnds,
    customerId: customerId !== null,
    room: room !== null,
    invitation: isInvited,
  };
  return moveChanges.filter((change) => changes[change]);
}

/** Returns what changes for at least one of some customers. */
export function changesOfMove(customers: readonly MovingCustomer[], to: House): MoveChange[] {
  const found = new Set(customers.flatMap((customer) => changesFor(customer, to)));
  return moveChanges.filter((change) => found.has(change));
}

/** A recorded move of one customer. */
export type RecordedMove = {
  movedAt: Date;
  undoneAt: Date | null;
  fromId: string | null;
  toId: string | null;
  /** Whether the customer was moved again, and that move was not undone. */
  isFollowed: boolean;
};

/** Reason why a move cannot be undone. */
export type MoveUndoProblem = 'late' | 'undone' | 'again';

export const moveUndoProblemTexts = {
  late: 'error.move.late',
  undone: 'error.move.undone',
  again: 'error.move.again',
} as const satisfies Record<MoveUndoProblem, TextKey>;

/** Returns why the move of a customer, whose house is `houseId` now, cannot be undone; null if it can. */
export function moveUndoProblem(
  move: RecordedMove,
  houseId: string | null,
  now: Date,
): MoveUndoProblem | null {
  if (move.undoneAt !== null) return 'undone';
  if (move.isFollowed || houseId !== move.toId || move.fromId === null) return 'again';
  return now.getTime() - move.movedAt.getTime() < moveUndoMs ? null : 'late';
}

/** Returns when a move can no longer be undone. */
export const moveUndoEnds = (movedAt: Date): Date => new Date(movedAt.getTime() + moveUndoMs);
