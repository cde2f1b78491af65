import { existsSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { dataFolderProblem } from '../../config/local-keys.ts';
import {
  applicationRole,
  checkFolder,
  EmbeddedDatabaseError,
  initialise,
  openCluster,
  prepare,
  readMemory,
  storageProblem,
  writeMemory,
  type ClusterMemory,
} from './cluster.ts';
import { FileLock, waitFor } from './file-lock.ts';
import {
  clearStalePid,
  endOrphans,
  freePort,
  isAlive,
  isFree,
  launch,
  readPostmaster,
  stopPostmaster,
  type Cluster,
} from './postmaster.ts';
import type { WriteLine } from '../../ports/write-line.ts';

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** Receives restarts and problems; never health data. */
  readonly log?: WriteLine;
  /** PostgreSQL settings that override the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A running, supervised embedded database: when its processes die, they are started again. */
export interface EmbeddedDatabase {
  /** Returns the current address. It changes if a restart finds the port taken, so call this for each connection. */
  url(): string;
  /** Returns the address for the superuser, on the database `postgres`. */
  adminUrl(): string;
  /** Returns the process id of the postmaster, for supervision and tests. */
  pid(): number | undefined;
  /** True if a postmaster was already running and is shared with its other users. */
  readonly reused: boolean;
  /** Stops the supervision, and stops the database unless another running Wattle uses it. */
  stop(): Promise<void>;
}

const WATCH_MS = 250;
const LOCK_PATIENCE_MS = 90_000;
const START_PATIENCE_MS = 60_000;
const LAUNCHES = 5;

/** Returns the name of the set of processes (the container) that this process can see and signal. */
function processSet(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

class Embedded implements EmbeddedDatabase {
  reused = false;
  readonly #cluster: Cluster;
  readonly #log: WriteLine;
  /** Held while a process starts, repairs or stops the database. */
  readonly #change: FileLock;
  /** Shared by every running process that uses the database. */
  readonly #use: FileLock;
  #memory: ClusterMemory | undefined;
  #port = 0;
  #watching: NodeJS.Timeout | undefined;
  #mending: Promise<void> | undefined;
  #mendAfter = 0;
  #failures = 0;

  constructor(options: EmbeddedOptions) {
    this.#log = options.log ?? (() => {});
    this.#cluster = openCluster(options.dataDir, options.settings ?? {}, this.#log);
    this.#change = new FileLock(join(this.#cluster.home, 'change.lock'));
    this.#use = new FileLock(join(this.#cluster.home, 'use.lock'));
  }

  url(): string {
    return this.#address(applicationRole, this.#known().password, applicationRole);
  }

  adminUrl(): string {
    return this.#address('postgres', this.#known().adminPassword, 'postgres');
  }

  pid(): number | undefined {
    return readPostmaster(this.#cluster)?.pid;
  }

  async start(): Promise<void> {
    await this.#alone(async () => {
      if (!(await waitFor(() => this.#use.tryShared(), 5_000))) throw this.#inUse();
      try {
        await this.#ensureRunning();
      } catch (error) {
        this.#use.release();
        throw error;
      }
    });
    this.#watching = setInterval(() => this.#watch(), WATCH_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#watching);
    await this.#mending;
    await this.#alone(async () => {
      this.#use.release();
      const last = this.#use.tryExclusive();
      try {
        const found = last ? readPostmaster(this.#cluster) : undefined;
        if (found && isAlive(this.#cluster, found.pid)) await stopPostmaster(this.#cluster, found.pid);
      } finally {
        this.#use.release();
      }
    });
  }

  #address(user: string, password: string, database: string): string {
    return `postgres://${user}:${password}@127.0.0.1:${this.#port}/${database}`;
  }

  #known(): ClusterMemory {
    if (!this.#memory) throw new EmbeddedDatabaseError('The embedded database has not been started.');
    return this.#memory;
  }

  #remember(changes: Partial<ClusterMemory>): void {
    const known = this.#known();
    const changed = { ...known, ...changes };
    if (JSON.stringify(changed) !== JSON.stringify(known)) this.#memory = writeMemory(this.#cluster, changed);
  }

  #inUse(): EmbeddedDatabaseError {
    return new EmbeddedDatabaseError(
      `Another Wattle is using the data folder ${this.#cluster.home}. Stop it, or set WATTLE_DATA_DIR to another folder.`,
    );
  }

  async #alone(run: () => Promise<void>): Promise<void> {
    if (!(await waitFor(() => this.#change.tryExclusive(), LOCK_PATIENCE_MS))) throw this.#inUse();
    try {
      await run();
    } finally {
      this.#change.release();
    }
  }

  /** Checks whether the postmaster is alive and accepts connections. A shutdown requested from outside counts as unavailable. */
  #watch(): void {
    if (this.#mending || Date.now() < this.#mendAfter || this.#isServing()) return;
    this.#mending = this.#alone(() => this.#ensureRunning())
      .then(() => {
        this.#failures = 0;
        this.#log('The database had stopped and is running again.');
      })
      .catch((error: Error) => {
        this.#failures += 1;
        this.#mendAfter = Date.now() + Math.min(5_000, 500 * this.#failures);
        this.#log(`The database is down: ${error.message}`, 'error');
      })
      .finally(() => {
        this.#mending = undefined;
      });
  }

  /** Ensures that our postmaster responds, whatever its state was before. Called under the change lock. */
  async #ensureRunning(): Promise<void> {
    try {
      if (!existsSync(join(this.#cluster.data, 'PG_VERSION'))) {
        // A folder that was removed under a running server is a fault to report; continuing with an empty database would hide it.
        if (this.#watching)
          throw new EmbeddedDatabaseError(`The database folder ${this.#cluster.data} is gone.`);
        initialise(this.#cluster);
      }
      checkFolder(this.#cluster);
      // Read again each time: another Wattle on this folder may have changed the port.
      this.#memory = readMemory(this.#cluster);
      for (let tries = 1; !(await this.#adopt()); tries += 1) {
        if (await this.#launch(tries === LAUNCHES)) break;
      }
      if (!this.#known().prepared) {
        await prepare(this.adminUrl(), this.#known().password);
        this.#remember({ prepared: true });
      }
    } catch (error) {
      if (error instanceof EmbeddedDatabaseError) throw error;
      const problem = storageProblem(this.#cluster.home, error) ?? (error as Error).message;
      throw new EmbeddedDatabaseError(problem, { cause: error });
    }
  }

  #isServing(): boolean {
    try {
      const found = readPostmaster(this.#cluster);
      if (!found || found.status === 'stopping' || !isAlive(this.#cluster, found.pid)) return false;
      if (found.port) this.#port = found.port;
      return true;
    } catch {
      return false;
    }
  }

  async #launch(last: boolean): Promise<boolean> {
    const { port } = this.#known();
    this.#remember({ port: port && (await isFree(port)) ? port : await freePort(), processes: processSet() });
    try {
      await launch(this.#cluster, this.#known().port);
      this.#port = this.#known().port;
      return true;
    } catch (error) {
      // Retries, because another program may have taken the port after the check. A problem with the disk is not retried.
      if (last || storageProblem(this.#cluster.home, error)) throw error;
      await pause(300);
      return false;
    }
  }

  /** Uses the running postmaster if it is ours and healthy; otherwise removes everything that would block a new one. */
  async #adopt(): Promise<boolean> {
    let found = readPostmaster(this.#cluster);
    if (found && isAlive(this.#cluster, found.pid)) {
      const until = Date.now() + START_PATIENCE_MS;
      while (found?.status === 'starting' && isAlive(this.#cluster, found.pid) && Date.now() < until) {
        await pause(50);
        found = readPostmaster(this.#cluster);
      }
      if (found?.status === 'ready') {
        this.#port = found.port;
        if (await this.#answers()) {
          this.reused = this.#watching === undefined;
          this.#remember({ port: found.port });
          return true;
        }
      }
      if (found) await stopPostmaster(this.#cluster, found.pid);
    }
    // A live user in another container may have a postmaster there that we cannot see: two on one folder destroy it.
    if (this.#known().processes !== processSet() && !this.#isOnlyUser()) throw this.#inUse();
    await endOrphans(this.#cluster);
    clearStalePid(this.#cluster);
    return false;
  }

  #isOnlyUser(): boolean {
    const alone = this.#use.tryExclusive();
    this.#use.release();
    this.#use.tryShared();
    return alone;
  }

  async #answers(): Promise<boolean> {
    const patience = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };
    const client = new Client({ connectionString: this.adminUrl(), ...patience });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ data_directory: string }>('show data_directory');
      return rows[0]?.data_directory === this.#cluster.data;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/**
 * Starts the embedded database of a data folder, or joins the one that is running there.
 * @throws EmbeddedDatabaseError with one sentence about what to do
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    const embedded = new Embedded(options);
    await embedded.start();
    return embedded;
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error;
    const problem = dataFolderProblem(options.dataDir, error) ?? (error as Error).message;
    throw new EmbeddedDatabaseError(problem, { cause: error });
  }
}
