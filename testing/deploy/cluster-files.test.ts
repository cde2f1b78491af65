import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  exampleNames,
  exampleText,
  fillInto,
  fillText,
  parseValues,
  placeholdersOf,
} from '../../deploy/cluster/fill.mjs';
import { catalogue } from '../../src/domain/i18n/catalogue.ts';
import { valuesOf } from '../../scripts/cluster/example-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'wattle-cluster-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const names = exampleNames();
const example: Record<string, string> = parseValues(exampleText('values.example'));
const secrets = Object.keys(example).filter((name) => name.endsWith('_PASSWORD'));
const values = { ...example, ...Object.fromEntries(secrets.map((name) => [name, 'f00d'])) };
const filled = (name: string, more: Record<string, string> = {}) =>
  fillText(exampleText(name), { ...values, ...more });
const lines = (text: string) => text.split('\n').map((line) => line.trim());

describe('the placeholders of the example files of a cluster', () => {
  it('are the names of values.example, and each name is used [C-03]', () => {
    const used = new Set<string>(names.flatMap((name) => placeholdersOf(exampleText(name))));
    expect([...used].toSorted()).toEqual(Object.keys(example).toSorted());
    expect(names.length).toBeGreaterThan(15);
  });

  it('are all filled for each machine by the script, in every file [C-03]', () => {
    for (const machine of ['node1', 'node2', 'node3', 'web']) {
      const own = valuesOf(values, machine, '/tmp/cluster');
      for (const name of names) expect(fillText(exampleText(name), own)).not.toMatch(/@[A-Z0-9_]+@/);
    }
  });

  it('are refused without a value, and with a value that would end a quoted string [C-03]', () => {
    expect(secrets.length).toBe(6);
    expect(() => fillText('password: "@WATTLE_PASSWORD@"', example)).toThrow('WATTLE_PASSWORD has no value');
    for (const wrong of ['a"b', "a'b", 'a\\b'])
      expect(() => fillText('@NODE@', { NODE: wrong })).toThrow('NODE contains');
    expect(() => parseValues('NODE node1')).toThrow('Not NAME=value: NODE node1');
  });

  it('are filled by the command as in the chapter, into files that only their owner reads [C-03]', () => {
    const file = join(folder, 'values');
    const target = join(folder, 'node2');
    const command = ['deploy/cluster/fill.mjs', file, target, 'NODE=node2', 'ADDRESS=10.0.1.12'];
    writeFileSync(file, exampleText('values.example'));
    expect(spawnSync(process.execPath, command, { encoding: 'utf8' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('_PASSWORD has no value'),
    });
    writeFileSync(file, exampleText('values.example').replaceAll(/^(\w+_PASSWORD)=$/gm, '$1=f00d'));
    execFileSync(process.execPath, command);
    expect(parse(readFileSync(join(target, 'patroni.yaml'), 'utf8'))).toMatchObject({ name: 'node2' });
    for (const name of names) expect(statSync(join(target, name)).mode & 0o077).toBe(0);
  });
});

describe('the configuration of the database machines', () => {
  const patroni = parse(filled('patroni.yaml'));

  it('acknowledges a commit on two nodes, and keeps the primary while etcd is unavailable [C-03]', () => {
    expect(patroni.bootstrap.dcs).toMatchObject({
      synchronous_mode: true,
      synchronous_node_count: 1,
      failsafe_mode: true,
      ttl: 20,
      postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on' } },
    });
    const { ttl, loop_wait, retry_timeout } = patroni.bootstrap.dcs;
    // Required by Patroni: otherwise a primary demotes itself without a reason.
    expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
    // The worst case of a crashed PostgreSQL that recovers slowly, within the bound of 25 seconds.
    expect(2 * loop_wait + patroni.bootstrap.dcs.primary_start_timeout).toBeLessThanOrEqual(20);
    // PostgreSQL's default acknowledges what the other node has on its disk.
    expect(patroni.bootstrap.dcs.postgresql.parameters.synchronous_commit).toBeUndefined();
  });

  it('requires a watchdog, archives the log with pgBackRest, and restores from the same archive [C-03]', () => {
    expect(patroni.watchdog).toMatchObject({ mode: 'required', device: '/dev/watchdog' });
    const { parameters, recovery_conf } = patroni.postgresql;
    const start = 'pgbackrest --config=/etc/wattle-cluster/pgbackrest.conf --stanza=wattle ';
    expect(parameters).toMatchObject({ archive_mode: 'on', archive_command: `${start}archive-push %p` });
    expect(recovery_conf.restore_command).toBe(`${start}archive-get %f "%p"`);
    const backup = lines(filled('pgbackrest.conf'));
    expect(backup).toContain('[wattle]');
    expect(backup).toContain(`pg1-path=${patroni.postgresql.data_dir}`);
    expect(backup).toContain('repo1-cipher-type=aes-256-cbc');
  });

  it('has the same backups in a folder and in a bucket, except for their place [C-03]', () => {
    const isPlace = (line: string) => /^(repo1-(path|type|s3-.*|storage-.*)=|#|$)/.test(line);
    const [inFolder, inBucket] = ['pgbackrest.conf', 'pgbackrest-bucket.conf'].map((name) =>
      lines(filled(name)).filter((line) => !isPlace(line)),
    );
    expect(inBucket).toEqual(inFolder);
    // The certificate of the bucket is verified.
    expect(filled('pgbackrest-bucket.conf')).toContain('repo1-storage-ca-file=/etc/ssl/certs/');
    expect(filled('pgbackrest-bucket.conf')).not.toContain('verify-tls');
  });

  it('accepts connections over the network only with TLS and a password, and logs no value of a row [C-03]', () => {
    const overNetwork = (patroni.postgresql.pg_hba as string[]).filter((line) => !line.startsWith('local'));
    expect(overNetwork.length).toBe(2);
    for (const line of overNetwork) expect(line).toMatch(/^hostssl .* scram-sha-256$/);
    expect(patroni.postgresql.parameters).toMatchObject({
      ssl: 'on',
      log_min_error_statement: 'panic',
      log_error_verbosity: 'terse',
    });
  });

  it('keeps the third node a replica, which is the one that cards are read from [C-03]', () => {
    const tags = (machine: string) =>
      parse(filled('patroni.yaml', valuesOf(values, machine, '/tmp/cluster'))).tags;
    expect(tags('node1')).toEqual({ nofailover: false, sync_priority: 2 });
    expect(tags('node2')).toEqual({ nofailover: false, sync_priority: 2 });
    expect(tags('node3')).toEqual({ nofailover: true, sync_priority: 1 });
  });

  it('has one member of etcd on each machine, with the interface that Patroni uses [C-03]', () => {
    const etcd = parse(filled('etcd.yaml'));
    expect(etcd['initial-cluster'].split(',')).toHaveLength(3);
    expect(etcd['enable-grpc-gateway']).toBe(true);
    expect(patroni.etcd3.hosts).toHaveLength(3);
  });

  it('gives the role the timeouts that PgBouncer drops, and PgBouncer keeps named statements [C-03]', () => {
    const pooler = lines(filled('pgbouncer.ini'));
    expect(pooler).toContain('pool_mode = transaction');
    expect(pooler).toContain('max_prepared_statements = 500');
    const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
    expect(pooler).toContain(`ignore_startup_parameters = ${timeouts.join(', ')}`);
    for (const timeout of timeouts)
      expect(filled('create-wattle.sh')).toMatch(new RegExp(`alter role wattle set ${timeout} = '\\d+s'`));
  });
});

/** Sections of a configuration of HAProxy by their first line. */
function sectionsOf(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let inside: string[] = [];
  for (const line of text.split('\n')) {
    if (/^[a-z]/.test(line)) found.set(line, (inside = []));
    else if (!line.trim().startsWith('#')) inside.push(line.trim());
  }
  return found;
}

describe('the proxies of a cluster', () => {
  it('ask Patroni for the primary, and close the connections of a node that no longer is [C-03]', () => {
    const sections = sectionsOf(filled('haproxy-database.cfg'));
    expect(sections.get('defaults')!.join()).toContain('on-marked-down shutdown-sessions');
    // HAProxy would try a node that has just ended again after a second, although another one is the primary already.
    expect(sections.get('defaults')).toContain('retries 0');
    for (const role of ['primary', 'replica']) {
      const section = sections.get(`listen ${role}`)!;
      expect(section).toContain(`option httpchk GET /${role}`);
      expect(section.filter((line) => /^server node\d .* check port 8008$/.test(line))).toHaveLength(3);
    }
  });

  it('send requests to any server that is alive when none is ready [C-03]', () => {
    const sections = sectionsOf(filled('haproxy-web.cfg'));
    expect(sections.get('backend alive from usual')).toContain('option httpchk GET /healthz');
    expect(sections.get('defaults servers from usual')).toContain('option httpchk GET /readyz');
    for (const name of ['pages', 'calls', 'cards', 'papers']) {
      const servers = sections
        .get(`backend ${name} from servers`)!
        .filter((line) => line.startsWith('server '));
      expect(servers).toEqual([
        'server one 10.0.1.21:3000 check',
        'server two 10.0.1.22:3000 check',
        'server alive-one 10.0.1.21:3000 track alive/one backup',
        'server alive-two 10.0.1.22:3000 track alive/two backup',
      ]);
    }
  });

  it('show the words of the product with the telephone number when no server is alive [C-03]', () => {
    const page = filled('unavailable.http', { HELP_PHONE: '1800 765 432' });
    for (const language of ['en', 'zh'] as const) {
      const texts: Record<string, string> = catalogue[language];
      expect(page).toContain(texts['errorPage.down.title']);
      expect(page).toContain(texts['errorPage.down.body']);
      expect(page).toContain(texts['errorPage.call']!.replace('{phone}', '1800 765 432'));
    }
    expect(page).toMatch(/^HTTP\/1\.1 503 /);
    // HAProxy keeps it in one buffer.
    expect(Buffer.byteLength(page)).toBeLessThan(8_000);
    const [, call = ''] = filled('unavailable-call.http').split('\n\n');
    expect(JSON.parse(call)).toEqual({ error: 'unavailable' });
    const web = lines(filled('haproxy-web.cfg'));
    for (const status of [502, 503, 504])
      expect(web).toContain(`errorfile ${status} /etc/wattle-cluster/unavailable.http`);
  });
});

describe('the systemd units of a cluster', () => {
  const units = names.filter((name) => name.endsWith('.service'));

  it('run no program as root, and name filled files [C-03]', () => {
    const target = join(folder, 'units');
    fillInto(target, values);
    expect(units.length).toBe(7);
    for (const name of units) {
      const unit = filled(name, { CONFIG: target });
      expect([name, /^User=(?!root)\w+$/m.test(unit)]).toEqual([name, true]);
      const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
      const files = command.split(/[ =]/).filter((part) => part.startsWith(target));
      expect([name, files.length, files.every((file) => existsSync(file))]).toEqual([name, 1, true]);
    }
  });

  it('are accepted by systemd, with their timers [C-03]', (context) => {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return context.skip();
    const target = join(folder, 'systemd');
    fillInto(target, values);
    const verify = () => {
      const files = readdirSync(join(target, 'systemd')).map((name) => join(target, 'systemd', name));
      const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' });
      // Ignores missing programs, and problems of this machine's own units.
      return lines(stderr).filter((line) => line.includes('wattle-') && !line.includes('is not executable'));
    };
    expect(verify()).toEqual([]);
    const broken = join(target, 'systemd', 'wattle-patroni.service');
    writeFileSync(broken, readFileSync(broken, 'utf8').replace('KillMode=', 'KilMode='));
    expect(verify()).toEqual([expect.stringContaining('KilMode')]);
  });

  it('start a pooler that was built without systemd [C-03]', () => {
    expect(filled('systemd/wattle-pooler.service')).toMatch(/^Type=exec$/m);
  });

  it('back up only where the primary is, each day, with a full backup each week [C-03]', () => {
    for (const [kind, type] of [
      ['full', 'full'],
      ['incremental', 'incr'],
    ]) {
      const unit = filled(`systemd/wattle-backup-${kind}.service`);
      expect(unit).toMatch(/^ExecCondition=.*\/primary$/m);
      expect(unit).toContain(`--type=${type} backup`);
      expect(names).toContain(`systemd/wattle-backup-${kind}.timer`);
    }
  });
});
