import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export type PgBouncer = { url: string; pid: number; close(): Promise<void> };

/** The program: `PGBOUNCER` in the environment, or the one on the path. */
const program = process.env['PGBOUNCER'] ?? 'pgbouncer';

/** Returns PgBouncer's version, as 1.21 is [1, 21]; null where it is not installed. */
export function pgBouncerVersion(): [number, number] | null {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return major === undefined ? null : [Number(major), Number(minor)];
}

/** Starts PgBouncer in transaction mode in front of a database. */
export async function startPgBouncer(
  url: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-pgbouncer-'));
  const { hostname, port, username, password, pathname } = new URL(url);
  const name = pathname.slice(1);
  const own = await freePort();
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 6,
    max_client_conn: 200,
    ...settings,
  };
  const target = `host=${hostname} port=${port} dbname=${name} user=${username} password=${decodeURIComponent(password)}`;
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]\n${name} = ${target}\n[pgbouncer]\n${Object.entries(lines)
      .map(([key, value]) => `${key} = ${value}\n`)
      .join('')}`,
  );
  chmodSync(folder, 0o755);
  // It does not run as root.
  const asUser = process.getuid?.() === 0 ? ['--user=nobody'] : [];
  const child = spawn(program, [...asUser, file], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(own, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  for (let tries = 0; tries < 200 && !(await answers()); tries += 1) await pause(25);
  return {
    url: `postgres://${username}@127.0.0.1:${own}/${name}`,
    pid: child.pid ?? 0,
    async close() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
