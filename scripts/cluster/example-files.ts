import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { exampleText, fillInto, fillText, parseValues } from '../../deploy/cluster/fill.mjs';
import { freePort } from '../../testing/processes/free-port.ts';
import type { Found } from './packages.ts';
import { give, run, type Account } from './processes.ts';

export const nodeNames = ['node1', 'node2', 'node3'] as const;
export type NodeName = (typeof nodeNames)[number];

/** The machines are addresses of this machine's loopback. */
export const addresses: Record<NodeName, string> = {
  node1: '127.0.0.11',
  node2: '127.0.0.12',
  node3: '127.0.0.13',
};

export type Values = Record<string, string>;

/** Returns a new secret. */
const secret = () => randomBytes(24).toString('hex');

const portNames = ['POSTGRES', 'PATRONI', 'ETCD', 'ETCD_PEER', 'PRIMARY', 'REPLICA', 'POOLER'] as const;

/** Returns the values that all machines share: the names of `values.example`, with ports and folders of this run. */
export async function sharedValues(
  folder: string,
  { found, patroni, account }: { found: Found; patroni: string; account: Account | null },
): Promise<Values> {
  const taken = new Set<number>();
  const port = async () => {
    for (;;) {
      const free = await freePort();
      if (taken.has(free)) continue;
      taken.add(free);
      return String(free);
    }
  };
  const values: Values = { ...parseValues(exampleText('values.example')) };
  for (const name of portNames) values[`${name}_PORT`] = await port();
  for (const name of ['WATTLE', 'ADMIN', 'REPLICATION', 'REWIND', 'PATRONI', 'REPOSITORY'])
    values[`${name}_PASSWORD`] = secret();
  const web = [await port(), await port()] as const;
  return {
    ...values,
    NODE1_ADDRESS: addresses.node1,
    NODE2_ADDRESS: addresses.node2,
    NODE3_ADDRESS: addresses.node3,
    NETWORK: '127.0.0.0/8',
    ACCOUNT: account?.name ?? userInfo().username,
    POSTGRES_PROGRAMS: found.postgres ?? '',
    PATRONI_PROGRAMS: patroni,
    HAPROXY: found.haproxy ?? '',
    PGBOUNCER: found.pgbouncer?.path ?? '/usr/sbin/pgbouncer',
    // A watchdog restarts this machine.
    WATCHDOG: 'off',
    REPOSITORY: join(folder, 'repository'),
    BUCKET_ENDPOINT: 'localhost',
    BUCKET_PORT: await port(),
    BUCKET_STYLE: 'path',
    BUCKET_AUTHORITY: join(folder, 'authority.pem'),
    BUCKET_KEY: 'wattle-cluster',
    BUCKET_SECRET: secret(),
    AUTHORITY: join(folder, 'authority.pem'),
    DATABASE_CERTIFICATE: join(folder, 'certificate.pem'),
    DATABASE_KEY: join(folder, 'certificate.key'),
    WEB_CERTIFICATE: join(folder, 'web.pem'),
    WEB1: `127.0.0.1:${web[0]}`,
    WEB2: `127.0.0.1:${web[1]}`,
    HTTP_BIND: `127.0.0.1:${await port()}`,
    HTTPS_BIND: `127.0.0.1:${await port()}`,
  };
}

/** The values of one machine: its folders are below a folder of its own. */
export const valuesOf = (shared: Values, machine: string, folder: string): Values => ({
  ...shared,
  NODE: machine,
  ADDRESS: addresses[machine as NodeName] ?? '127.0.0.1',
  NO_FAILOVER: String(machine === 'node3'),
  SYNC_PRIORITY: machine === 'node3' ? '1' : '2',
  CONFIG: join(folder, machine, 'etc'),
  ETCD_FOLDER: join(folder, machine, 'etcd'),
  DATA_FOLDER: join(folder, machine, 'data'),
  SOCKET_FOLDER: join(folder, machine, 'run'),
  BACKUP_LOGS: join(folder, machine, 'log'),
  BACKUP_LOCKS: join(folder, machine, 'lock'),
});

/** Makes the folders of a machine, and writes the example files, filled, to its CONFIG. */
export function writeMachine(values: Values, account: Account | null): void {
  const config = values['CONFIG'] ?? '';
  const own = join(config, '..');
  for (const folder of [own, config, ...['run', 'log', 'lock'].map((name) => join(own, name))]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    give(folder, account);
  }
  fillInto(config, values);
  for (const name of readdirSync(config, { recursive: true })) give(join(config, String(name)), account);
}

/** Where pgBackRest has backups and the log. */
export type Repository = 'folder' | 'bucket';

/** Writes the configuration of pgBackRest of a machine for one of the two repositories, as an operator copies it. */
export function useRepository(values: Values, repository: Repository, account: Account | null): void {
  const example = repository === 'bucket' ? 'pgbackrest-bucket.conf' : 'pgbackrest.conf';
  const file = join(values['CONFIG'] ?? '', 'pgbackrest.conf');
  writeFileSync(file, fillText(exampleText(example), values), { mode: 0o600 });
  give(file, account);
}

/** The command that a filled systemd unit starts. */
export function commandOf(values: Values, unit: string): string[] {
  const text = readFileSync(join(values['CONFIG'] ?? '', 'systemd', unit), 'utf8');
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(text) ?? [];
  // systemd's notification is absent here: HAProxy then stays in the foreground with -W instead.
  return command.split(' ').map((part) => (part === '-Ws' ? '-W' : part));
}

/** Makes an authority and one certificate for all machines, which are addresses of this machine. */
export async function makeCertificates(folder: string, account: Account | null): Promise<void> {
  const at = (name: string) => join(folder, name);
  const names = ['DNS:localhost', 'IP:127.0.0.1', ...Object.values(addresses).map((each) => `IP:${each}`)];
  writeFileSync(at('names'), `subjectAltName=${names.join(',')}\n`);
  const openssl = (...args: string[]) => run(['openssl', ...args], folder, null);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await openssl(
    'req',
    '-x509',
    ...key,
    '-days',
    '3',
    '-subj',
    '/CN=Cluster',
    '-keyout',
    'authority.key',
    '-out',
    'authority.pem',
  );
  await openssl('req', ...key, '-subj', '/CN=localhost', '-keyout', 'certificate.key', '-out', 'request.pem');
  await openssl(
    ...[
      'x509',
      '-req',
      '-days',
      '3',
      '-in',
      'request.pem',
      '-CA',
      'authority.pem',
      '-CAkey',
      'authority.key',
    ],
    ...['-CAcreateserial', '-extfile', 'names', '-out', 'certificate.pem'],
  );
  writeFileSync(
    at('web.pem'),
    readFileSync(at('certificate.pem'), 'utf8') + readFileSync(at('certificate.key'), 'utf8'),
    {
      mode: 0o600,
    },
  );
  for (const name of ['authority.pem', 'certificate.pem', 'certificate.key', 'web.pem'])
    give(at(name), account);
}
