import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  applicationRole,
  initialise,
  openCluster,
  prepare,
  readMemory,
} from '../../src/server/db/embedded/cluster.ts';
import {
  clearStalePid,
  endOrphans,
  freePort,
  launch,
  readPostmaster,
  stopPostmaster,
  type Cluster,
} from '../../src/server/db/embedded/postmaster.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { removeCluster } from './database-cluster.ts';

/** A database server that a test starts, stops and freezes. Nothing starts it again. */
export type DatabaseNode = {
  /** Address of the product's database. */
  readonly url: string;
  /** Runs a statement as superuser and returns its rows. */
  asAdmin<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  start(): Promise<void>;
  /** Stops it; with `at once` immediately, as after a power cut, so that nothing more is sent to the replica. */
  stop(how?: 'at once'): Promise<void>;
  /** Freezes all its processes: connections are neither served nor refused. */
  freeze(): void;
  thaw(): void;
};

/** A primary and a replica that receives its log, both with the migrated tables. */
export type ReplicaPair = { primary: DatabaseNode; replica: DatabaseNode; remove(): Promise<void> };

const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'replica',
  wal_keep_size: '256MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  scram_iterations: '1',
  max_connections: '100',
  hot_standby: 'on',
  wal_retrieve_retry_interval: '200ms',
};

const newFolder = (name: string) => mkdtempSync(join(tmpdir(), `wattle-test-${process.pid}-${name}-`));

/** Returns the ids of a postmaster and its children. */
function processesOf(cluster: Cluster): number[] {
  const postmaster = readPostmaster(cluster)?.pid;
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return state !== 'Z' && (pid === postmaster || Number(parent) === postmaster);
      } catch {
        return false;
      }
    });
}

/** Sends a signal to every process of a cluster that has not ended. */
function signalAll(cluster: Cluster, name: NodeJS.Signals): void {
  for (const pid of processesOf(cluster)) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

type Passwords = { admin: string; application: string };

function nodeOf(cluster: Cluster, port: number, passwords: Passwords): DatabaseNode {
  const address = (user: string, password: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${applicationRole}`;
  return {
    url: address(applicationRole, passwords.application),
    async asAdmin<Row extends pg.QueryResultRow>(statement: string) {
      const client = new pg.Client({ connectionString: address('postgres', passwords.admin) });
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query<Row>(statement)).rows;
      } finally {
        await client.end();
      }
    },
    async start() {
      clearStalePid(cluster);
      await launch(cluster, port);
    },
    async stop(how) {
      const pid = readPostmaster(cluster)?.pid;
      if (pid === undefined) return;
      if (how === 'at once') {
        signalAll(cluster, 'SIGKILL');
        await endOrphans(cluster);
        clearStalePid(cluster);
      } else await stopPostmaster(cluster, pid);
    },
    freeze: () => signalAll(cluster, 'SIGSTOP'),
    thaw: () => signalAll(cluster, 'SIGCONT'),
  };
}

/** Copies the folder of a stopped primary, and makes it a replica. */
function copyAsReplica(primary: Cluster, port: number, password: string, folder: string): Cluster {
  const source = `host=127.0.0.1 port=${port} user=postgres password=${password}`;
  const replica = openCluster(folder, { ...settings, primary_conninfo: source }, () => {});
  mkdirSync(replica.home, { recursive: true });
  const copied = spawnSync('cp', ['-a', primary.data, replica.data], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(copied.stderr);
  const mark = join(replica.data, 'standby.signal');
  writeFileSync(mark, '');
  if (primary.account) chownSync(mark, primary.account.uid, primary.account.gid);
  return replica;
}

/** Starts a primary and its replica from empty folders, in about ten seconds. */
export async function startReplicaPair(): Promise<ReplicaPair> {
  const folders = [newFolder('primary'), newFolder('replica')] as const;
  const cluster = openCluster(folders[0], settings, () => {});
  initialise(cluster);
  const memory = readMemory(cluster);
  const passwords = { admin: memory.adminPassword, application: memory.password };
  const port = await freePort();
  const primary = nodeOf(cluster, port, passwords);
  await primary.start();
  await prepare(`postgres://postgres:${passwords.admin}@127.0.0.1:${port}/postgres`, passwords.application);
  await migrate({ url: primary.url });
  await primary.stop();
  const copy = copyAsReplica(cluster, port, passwords.admin, folders[1]);
  const replica = nodeOf(copy, await freePort(), passwords);
  await primary.start();
  await replica.start();
  return {
    primary,
    replica,
    async remove() {
      for (const node of [replica, primary]) {
        node.thaw();
        await node.stop('at once');
      }
      for (const folder of folders) await removeCluster(folder);
    },
  };
}
