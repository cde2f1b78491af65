import { AppError } from '../../../domain/errors.ts';
import type { ServedKind } from '../../db/replica/serving.ts';
import type { Database, Services } from '../../pipeline/context.ts';
import { readWithin } from '../../pipeline/limits/maximum-duration.ts';

export const isUnavailable = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'unavailable';

/** A read for a card: how long it may take in milliseconds, what it is for, and whose card it found. */
export type CardRead<Found> = {
  withinMs: number;
  /** How long the primary may take, in milliseconds, where there is a replica; a second by default. */
  primaryMs?: number;
  kind: Exclude<ServedKind, 'refused'>;
  read: (db: Database, isReplica: boolean) => Promise<Found>;
  /** The owner of the card; null if there is no such card. */
  ownerOf: (found: Found) => string | null;
};

/** Reads for the emergency page, from the primary or, while that does not answer, from the replica (docs/decisions/0141). */
export type CardReads = {
  /** @throws AppError `unavailable` when neither can be read, or the replica may lack a change of this card */
  read<Found>(asked: CardRead<Found>): Promise<Found>;
  /** Whether the primary does not answer, so that nothing is written and reads come from the replica. */
  isPrimaryAway(): boolean;
  /** Number of processes among which guesses at a card are divided while they are not counted in the database; 1 without a replica. */
  processes: number;
};

/** How long the primary may take for a read by default, in milliseconds, before the replica is read instead. */
const usualPrimaryMs = 1_000;

/** How long the replica may take, in milliseconds: without an answer the page with the telephone number must appear soon. */
const replicaMs = 1_500;

export function createCardReads({ db, replica }: Pick<Services, 'db' | 'replica'>): CardReads {
  if (!replica)
    return {
      read: ({ withinMs, read }) => readWithin(withinMs, () => read(db, false)),
      isPrimaryAway: () => false,
      processes: 1,
    };

  return {
    isPrimaryAway: replica.isPrimaryAway,
    processes: replica.processes,
    async read({ withinMs, primaryMs = usualPrimaryMs, kind, read, ownerOf }) {
      if (!replica.isPrimaryAway()) {
        try {
          return await readWithin(primaryMs, () => read(db, false));
        } catch (error) {
          if (!isUnavailable(error)) throw error;
          replica.primaryFailed();
        }
      }
      replica.requireReachable();
      const readReplica = () => readWithin(Math.min(withinMs, replicaMs), () => read(replica.db, true));
      const lacked = replica.lackingNow();
      let found = await readReplica();
      const owner = ownerOf(found);
      if (lacked(owner)) {
        // The replica may have received the change since the read.
        await replica.requireCurrent(owner);
        found = await readReplica();
      }
      await replica.requireCurrent(ownerOf(found));
      replica.served(kind);
      return found;
    },
  };
}
