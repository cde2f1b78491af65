import { kindOfFault, type FaultKind } from '../fault-kind.ts';

/** Bytes from `from` on to before `to`. */
export type ByteRange = { from: number; to: number };

/**
 * Storage for the bytes of files. The content is sealed before it is stored, so an adapter needs to keep nothing secret. No call
 * runs inside a transaction.
 */
export type ObjectStore = {
  /**
   * Writes a whole object of `bytes` bytes, or nothing. Each key is written once. A chunk of `content` is good until the next one is
   * asked for: an adapter that keeps it longer copies it.
   * @throws ObjectStoreError; what `content` throws
   */
  put(key: string, content: AsyncIterable<Uint8Array>, bytes: number): Promise<void>;
  /** Reads a part of an object. A chunk is good until the next one is asked for. @throws ObjectStoreError, with `missing` for one that is not there */
  get(key: string, range: ByteRange): AsyncIterable<Uint8Array>;
  /** Removes objects, with what a broken write left of them. One that is not there is removed already. @throws ObjectStoreError */
  delete(keys: readonly string[]): Promise<void>;
};

/** The store did not do its work. The message names no file. */
export class ObjectStoreError extends Error {
  /** The only thing of the cause that may stand in a log. */
  readonly code: FaultKind | 'missing';

  constructor(message: string, options: { cause?: unknown; code?: FaultKind | 'missing' } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ObjectStoreError';
    this.code = options.code ?? kindOfFault(options.cause);
  }
}

/** `files/<file>/<object>`: ids of ours, so that no name of a person's file ever reaches a path. */
const keyForm = /^[a-z]{1,20}(\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}){1,3}$/;

/** Refuses anything but a key of ours. Every adapter asks before it does anything. @throws ObjectStoreError */
export function checkKey(key: string): void {
  if (!keyForm.test(key))
    throw new ObjectStoreError('The key of an object has another form.', { code: 'unfit' });
}
