import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A lock between processes that the operating system lets go of when its holder dies, however it dies.
 * Node has no call for file locks; SQLite does it on every platform. Nothing is ever written to the file.
 */
export class FileLock {
  readonly #path: string;
  #held: DatabaseSync | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Takes the lock beside other shared holders. False when another process holds it exclusively. */
  tryShared(): boolean {
    return this.#take('BEGIN; SELECT count(*) FROM sqlite_schema');
  }

  /** Takes the lock alone. False when anybody else holds it. */
  tryExclusive(): boolean {
    return this.#take('BEGIN EXCLUSIVE');
  }

  release(): void {
    this.#held?.close();
    this.#held = undefined;
  }

  #take(statement: string): boolean {
    this.release();
    const database = new DatabaseSync(this.#path, { timeout: 0 });
    try {
      // Without it SQLite opens a journal beside the file, which fails on a full disk and outlives a killed holder.
      database.exec('PRAGMA journal_mode = MEMORY');
      database.exec(statement);
      this.#held = database;
      return true;
    } catch (error) {
      database.close();
      if (/locked|busy/.test((error as Error).message)) return false;
      throw error;
    }
  }
}

/** Takes a lock, trying for `waitMs` milliseconds. False when it was not to be had. */
export async function waitFor(take: () => boolean, waitMs: number): Promise<boolean> {
  const until = Date.now() + waitMs;
  while (!take()) {
    if (Date.now() > until) return false;
    await pause(25);
  }
  return true;
}
