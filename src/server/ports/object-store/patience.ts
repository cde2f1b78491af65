import { ObjectStoreError, type ObjectStore } from './port.ts';

/** Timeout of one step of a store, in milliseconds: a waiting user gets a response within five seconds. */
const defaultPatience = 4_000;

const tooSlow = () => new ObjectStoreError('The object store does not answer.', { code: 'timeout' });

/** Waits for `step`, for at most `ms`. Ignores a later result. @throws ObjectStoreError `timeout` */
async function within<T>(ms: number, step: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(tooSlow()), ms)));
  step.catch(() => {});
  try {
    return await Promise.race([step, over]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Wraps a store so that no caller waits longer than `patience` milliseconds without progress. Time spent waiting for the content
 * of an object does not count: that depends on the sender's connection, not on the store.
 */
export function withPatience(store: ObjectStore, patience = defaultPatience): ObjectStore {
  return {
    async put(key, content, bytes) {
      const source = content[Symbol.asyncIterator]();
      let timer: NodeJS.Timeout | undefined;
      let giveUp: (error: Error) => void = () => {};
      const over = new Promise<never>((_, reject) => (giveUp = reject));
      over.catch(() => {});
      let isOver = false;
      const stop = () => {
        isOver = true;
        giveUp(tooSlow());
        void source.return?.();
      };
      const storeWorks = () => (timer = setTimeout(stop, patience));
      async function* watched() {
        for (;;) {
          clearTimeout(timer);
          if (isOver) throw tooSlow();
          const { done, value } = await source.next();
          storeWorks();
          if (done) return;
          yield value;
        }
      }
      storeWorks();
      try {
        const work = store.put(key, watched(), bytes);
        work.catch(() => {});
        await Promise.race([work, over]);
      } finally {
        clearTimeout(timer);
      }
    },
    async *get(key, range) {
      const chunks = store.get(key, range)[Symbol.asyncIterator]();
      try {
        for (;;) {
          const { done, value } = await within(patience, chunks.next());
          if (done) return;
          yield value;
        }
      } finally {
        // Not awaited: a store that hangs does not finish here either.
        void Promise.resolve(chunks.return?.()).catch(() => {});
      }
    },
    delete: (keys) => within(patience, store.delete(keys)),
  };
}
