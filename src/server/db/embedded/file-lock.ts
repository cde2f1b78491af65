import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A lock between processes that the operating system releases when its holder dies, for whatever reason. Node has no call for
 * file locks; SQLite has one on every platform. Nothing is ever written to the file.
 */
export class FileLock {
  readonly #path: string;
  #held: DatabaseSync | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Takes the lock together with other shared holders. False if another process holds it exclusively. */
  tryShared(): boolean {
    return this.#take('BEGIN; SELECT count(*) FROM sqlite_schema');
  }

  /** Takes the lock exclusively. False if any other process holds it. */
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
      // Without it SQLite opens a journal beside the file, which fails on a full disk and remains after a killed holder.
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

/** Takes a lock, retrying for `waitMs` milliseconds. False if it stayed taken. */
export async function waitFor(take: () => boolean, waitMs: number): Promise<boolean> {
  const until = Date.now() + waitMs;
  while (!take()) {
    if (Date.now() > until) return false;
    await pause(25);
  }
  return true;
}
