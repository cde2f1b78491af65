import { kindOfFault, type FaultKind } from '../fault-kind.ts';

/** Bytes from `from` up to but without `to`. */
export type ByteRange = { from: number; to: number };

/**
 * Storage for the bytes of files. The content is sealed before it is stored, so adapters do not need to protect it. No call may
 * run inside a transaction.
 */
export type ObjectStore = {
  /**
   * Writes a whole object of `bytes` bytes, or nothing. Each key is written once. A chunk of `content` is valid until the next
   * one is requested: an adapter must copy it to keep it longer.
   * @throws ObjectStoreError; what `content` throws
   */
  put(key: string, content: AsyncIterable<Uint8Array>, bytes: number): Promise<void>;
  /**
   * Reads a range of an object. A chunk is valid until the next one is requested.
   * @throws ObjectStoreError, with code `missing` if it does not exist
   */
  get(key: string, range: ByteRange): AsyncIterable<Uint8Array>;
  /** Removes objects, and remains of interrupted writes. Ignores missing objects. @throws ObjectStoreError */
  delete(keys: readonly string[]): Promise<void>;
};

/** Thrown if a call of the store failed. The message names no file. */
export class ObjectStoreError extends Error {
  /** The only part of the cause that may be logged. */
  readonly code: FaultKind | 'missing';

  constructor(message: string, options: { cause?: unknown; code?: FaultKind | 'missing' } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ObjectStoreError';
    this.code = options.code ?? kindOfFault(options.cause);
  }
}

/** First part of the keys of marks (src/server/installation): small objects that may use space reserved for the database. */
export const markFolder = 'installation';

/** Form of a key: `files/<file>/<object>`, with our own ids, so that paths never contain the name of a person's file. */
const keyForm = /^[a-z]{1,20}(\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}){1,3}$/;

/** Refuses a key of any other form. Every adapter calls this first. @throws ObjectStoreError */
export function checkKey(key: string): void {
  if (!keyForm.test(key)) throw new ObjectStoreError('The key of an object is not valid.', { code: 'unfit' });
}
