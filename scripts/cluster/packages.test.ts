import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bucketProblem, missingPackages, notTried, poolerProblem, type Found } from './packages.ts';

const all: Found = {
  postgres: '/usr/lib/postgresql/15/bin',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbackrest: '/usr/bin/pgbackrest',
  openssl: '/usr/bin/openssl',
  python: '/usr/bin/python3',
  pgbouncer: { path: '/usr/sbin/pgbouncer', version: [1, 25] },
  versitygw: '/usr/local/bin/versitygw',
};
const pooler = (major: number, minor: number): Found => ({
  ...all,
  pgbouncer: { path: '/usr/sbin/pgbouncer', version: [major, minor] },
});

describe('the packages of a cluster', () => {
  it('are named by Debian’s names when they are missing [C-04]', () => {
    expect(missingPackages(all)).toEqual([]);
    expect(missingPackages({ ...all, etcd: null, python: null, pgbouncer: null })).toEqual([
      'etcd-server',
      'python3-venv',
    ]);
  });

  it('include a PgBouncer of 1.21 or newer, without which only its scenario does not run [C-04]', () => {
    expect(poolerProblem(all)).toBeNull();
    expect(poolerProblem(pooler(1, 21))).toBeNull();
    expect(poolerProblem(pooler(2, 0))).toBeNull();
    expect(poolerProblem(pooler(1, 18))).toMatch(/PgBouncer 1\.18 is too old: 1\.21 is needed/);
    expect(poolerProblem({ ...all, pgbouncer: null })).toMatch(/PgBouncer is not installed/);
  });

  it('include an S3 server, without which only its scenario does not run [C-04]', () => {
    expect(bucketProblem(all)).toBeNull();
    expect(bucketProblem({ ...all, versitygw: null })).toMatch(/versitygw is not installed/);
    expect(missingPackages({ ...all, versitygw: null })).toEqual([]);
  });

  it('are all named where they are missing, and the scenarios count as not run [C-04]', () => {
    expect(notTried(all, 'linux', 7)).toBeNull();
    expect(notTried({ ...all, etcd: null, haproxy: null }, 'linux', 7)).toEqual([
      'NOTHING was tried. These packages are missing: etcd-server, haproxy.',
      '0 passed, 0 failed, 7 not run',
    ]);
    expect(notTried(all, 'darwin', 2)?.at(-1)).toBe('0 passed, 0 failed, 2 not run');
  });

  it('are not looked for when a scenario has an unknown name [C-04]', () => {
    const script = join(import.meta.dirname, 'test-cluster.ts');
    const { status, stderr } = spawnSync(process.execPath, [script, 'machine', 'earthquake'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/There is no scenario earthquake\. There are: machine, /),
    ]);
  });
});
