import type { Database } from '../../../pipeline/context.ts';
import { atMost } from '../../../pipeline/limits/maximum-duration.ts';
import type { GuessMemory } from './guess-memory.ts';
import { storeGuesses } from './pin-throttle.ts';
import type { RecentGuesses } from './recent-guesses.ts';

const everyMs = 500;
const closingMs = 2_000;

/** Maximum number of guesses in one statement. */
const atOnce = 1_000;

type StorerOptions = {
  memory: GuessMemory;
  /** Receives the stored guesses: a replica may lack them when the primary ends again. */
  recent: RecentGuesses;
  db: Database;
  mayWrite: () => boolean;
};

/**
 * Stores the guesses at cards that this process counted, as soon as the database writes again: then all processes know them. An
 * attempt that was stored without a response counts twice, which is acceptable.
 */
export function createGuessStorer({ memory, recent, db, mayWrite }: StorerOptions) {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;

  /** Never throws. */
  async function store(): Promise<void> {
    if (isRunning || !mayWrite()) return;
    isRunning = true;
    try {
      for (let next = memory.ofCards(); next.length > 0; next = memory.ofCards()) {
        const part = next.slice(0, atOnce);
        const stored = await storeGuesses(db, part);
        for (const { id, share } of stored) recent.add({ share }, id, performance.now());
        memory.remove(part);
      }
      clearInterval(timer);
      timer = undefined;
    } catch {
      // Tried again: the guesses count in this process until they are stored.
    } finally {
      isRunning = false;
    }
  }

  return {
    /** Stores from now on, until none is left. */
    start: () => void (timer ??= setInterval(() => void store(), everyMs).unref()),
    async close() {
      clearInterval(timer);
      if (memory.ofCards().length > 0) await atMost(closingMs, store()).catch(() => {});
    },
  };
}
