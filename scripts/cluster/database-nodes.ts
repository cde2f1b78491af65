import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  commandOf,
  nodeNames,
  useRepository,
  valuesOf,
  writeMachine,
  type NodeName,
  type Repository,
  type Values,
} from './example-files.ts';
import { familyOf, give, run, signal, startProgram, until, type Account, type Program } from './processes.ts';

/** State of a node as Patroni reports it. */
export type Member = { name: NodeName; role: string; state: string; timeline: number };

/** One database machine: etcd, Patroni and the PostgreSQL that Patroni starts. */
export class DatabaseNode {
  readonly name: NodeName;
  readonly values: Values;
  readonly #folder: string;
  readonly #account: Account | null;
  #etcd: Program | undefined;
  #patroni: Program | undefined;

  constructor(name: NodeName, shared: Values, folder: string, account: Account | null) {
    this.name = name;
    this.values = valuesOf(shared, name, folder);
    this.#folder = folder;
    this.#account = account;
    writeMachine(this.values, account);
  }

  #start(unit: string, log: string): Program {
    const options = { folder: this.#folder, account: this.#account };
    // A copy, because the account may not reach the folder of this script.
    const reaper = join(this.values['CONFIG'] ?? '', 'reaper.py');
    copyFileSync(join(import.meta.dirname, 'reaper.py'), reaper);
    give(reaper, this.#account);
    return startProgram(['/usr/bin/python3', reaper, ...commandOf(this.values, unit)], {
      ...options,
      log: join(this.#folder, this.name, `${log}.log`),
    });
  }

  startEtcd(): void {
    this.#etcd = this.#start('wattle-etcd.service', 'etcd');
  }

  startPatroni(): void {
    this.#patroni = this.#start('wattle-patroni.service', 'patroni');
  }

  /** Processes of this machine: PostgreSQL is not a child of Patroni. */
  #processes(parts: readonly ('etcd' | 'patroni' | 'postgres')[]): number[] {
    const found: (number | undefined)[] = [];
    if (parts.includes('etcd') && this.#etcd?.isRunning()) found.push(this.#etcd.child.pid);
    if (parts.includes('patroni') && this.#patroni?.isRunning()) found.push(this.#patroni.child.pid);
    if (parts.includes('postgres')) found.push(this.#postmaster());
    return found.flatMap((pid) => (pid === undefined ? [] : familyOf(pid)));
  }

  #postmaster(): number | undefined {
    try {
      const text = readFileSync(join(this.values['DATA_FOLDER'] ?? '', 'postmaster.pid'), 'utf8');
      const pid = Number.parseInt(text, 10);
      const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return title.includes(this.#folder) ? pid : undefined;
    } catch {
      return undefined;
    }
  }

  /** Ends the whole machine at once, as a power cut does. */
  cutPower(): void {
    signal(this.#processes(['patroni', 'postgres', 'etcd']), 'SIGKILL');
  }

  powerOn(): void {
    this.startEtcd();
    this.startPatroni();
  }

  /** Freezes the whole machine, like a paused virtual machine; or only its etcd. */
  freeze(part: 'machine' | 'etcd' = 'machine'): void {
    signal(this.#processes(part === 'etcd' ? ['etcd'] : ['patroni', 'postgres', 'etcd']), 'SIGSTOP');
  }

  thaw(): void {
    signal(this.#processes(['etcd', 'patroni', 'postgres']), 'SIGCONT');
  }

  /** Stops Patroni, which stops PostgreSQL. */
  async stopPatroni(): Promise<void> {
    this.#patroni?.child.kill('SIGTERM');
    await until(`Patroni of ${this.name} has ended`, () => !this.#patroni?.isRunning());
  }

  /** Removes the data of a stopped node, so that Patroni copies them from the primary at its next start. */
  removeData(): void {
    rmSync(this.values['DATA_FOLDER'] ?? '', { recursive: true });
  }

  /**
   * Options for PostgreSQL with this node's folders. A backup contains those of the node on which it was made, which
   * are the same when each node has a machine of its own.
   */
  ownPlaces(): string {
    const { CONFIG, CLUSTER, SOCKET_FOLDER } = this.values;
    const archive = `pgbackrest --config=${CONFIG}/pgbackrest.conf --stanza=${CLUSTER} archive-push %p`;
    return `-c unix_socket_directories='${SOCKET_FOLDER}' -c archive_command='${archive}'`;
  }

  /** Runs pg_ctl for this node's data, without Patroni. */
  pgCtl(...args: string[]): Promise<string> {
    const { POSTGRES_PROGRAMS, DATA_FOLDER } = this.values;
    const log = join(this.#folder, this.name, 'pg_ctl.log');
    const command = [`${POSTGRES_PROGRAMS}/pg_ctl`, '-D', DATA_FOLDER ?? '', '-l', log, '-w', ...args];
    return run(command, this.#folder, this.#account);
  }

  /** Runs pgBackRest of this machine with its own configuration. */
  pgbackrest(...args: string[]): Promise<string> {
    const { CONFIG, CLUSTER } = this.values;
    const command = ['pgbackrest', `--config=${CONFIG}/pgbackrest.conf`, `--stanza=${CLUSTER}`, ...args];
    return run(command, this.#folder, this.#account);
  }

  /** Chooses the repository of backups; PostgreSQL archives to it from the next file on. */
  useRepository(repository: Repository): void {
    useRepository(this.values, repository, this.#account);
  }

  patronictl(...args: string[]): Promise<string> {
    return this.patronictlWith('', ...args);
  }

  /** The same, with input for its prompts. */
  patronictlWith(answers: string, ...args: string[]): Promise<string> {
    const { CONFIG, PATRONI_PROGRAMS } = this.values;
    const command = [`${PATRONI_PROGRAMS}/patronictl`, '-c', `${CONFIG}/patroni.yaml`, ...args];
    return run(command, this.#folder, this.#account, answers);
  }

  /** Runs a statement as superuser of this node, through its socket. Returns the rows as text, one per line. */
  async psql(statement: string): Promise<string> {
    const { POSTGRES_PROGRAMS, SOCKET_FOLDER, POSTGRES_PORT } = this.values;
    const options = [
      '-X',
      '-A',
      '-t',
      '-q',
      '-h',
      SOCKET_FOLDER ?? '',
      '-p',
      POSTGRES_PORT ?? '',
      '-U',
      'postgres',
    ];
    const command = [`${POSTGRES_PROGRAMS}/psql`, ...options, '-d', 'postgres', '-c', statement];
    return (await run(command, this.#folder, this.#account)).trim();
  }

  /** Whether Patroni answers 200 at a path, such as /primary. */
  async is(path: string): Promise<boolean> {
    const { ADDRESS, PATRONI_PORT } = this.values;
    return fetch(`http://${ADDRESS}:${PATRONI_PORT}${path}`, { signal: AbortSignal.timeout(2_000) })
      .then(async (answer) => (await answer.arrayBuffer(), answer.status === 200))
      .catch(() => false);
  }

  async members(): Promise<Member[]> {
    const { ADDRESS, PATRONI_PORT } = this.values;
    const answer = await fetch(`http://${ADDRESS}:${PATRONI_PORT}/cluster`, {
      signal: AbortSignal.timeout(2_000),
    });
    return ((await answer.json()) as { members: Member[] }).members;
  }
}

/** The three database machines. */
export class DatabaseNodes {
  readonly all: readonly DatabaseNode[];

  constructor(shared: Values, folder: string, account: Account | null) {
    this.all = nodeNames.map((name) => new DatabaseNode(name, shared, folder, account));
    mkdirSync(shared['REPOSITORY'] ?? '', { mode: 0o700 });
    give(shared['REPOSITORY'] ?? '', account);
  }

  node(name: NodeName): DatabaseNode {
    return this.all.find((each) => each.name === name)!;
  }

  /** Starts everything from empty folders, in the order of the chapter: etcd, the first node, its first backup, the other nodes. */
  async start(): Promise<void> {
    for (const node of this.all) node.startEtcd();
    const [first, ...others] = this.all as [DatabaseNode, DatabaseNode, DatabaseNode];
    first.startPatroni();
    await until('the first node is the primary', () => first.is('/primary'));
    // Patroni creates the product's role after the node is the primary.
    const databases = () => first.psql("select count(*) from pg_database where datname = 'wattle'");
    await until(
      'the database of the product exists',
      async () => (await databases().catch(() => '')) === '1',
    );
    await first.pgbackrest('stanza-create');
    await first.pgbackrest('check');
    await first.pgbackrest('--type=full', 'backup');
    for (const node of others) node.startPatroni();
    await this.untilWhole();
  }

  /** Returns the node that is the primary; undefined while there is none. */
  async primary(): Promise<DatabaseNode | undefined> {
    const answers = await Promise.all(
      this.all.map(async (node) => ((await node.is('/primary')) ? node : undefined)),
    );
    return answers.find((node) => node !== undefined);
  }

  /** Returns the primary, and the other node that may become one. */
  async pair(): Promise<{ primary: DatabaseNode; next: DatabaseNode }> {
    const primary = await this.primary();
    const next = this.all.find((node) => node !== primary && node.name !== 'node3');
    if (!primary || !next) throw new Error('The cluster has no primary');
    return { primary, next };
  }

  /** Waits until two replicas stream, and the one that may become the primary is synchronous. */
  async untilWhole(seconds = 120): Promise<void> {
    await until(
      'a primary, a synchronous replica and a streaming one',
      async () => {
        const { primary, next } = await this.pair().catch(() => ({ primary: undefined, next: undefined }));
        if (!primary || !next || !(await next.is('/synchronous'))) return false;
        const members = await primary.members().catch((): Member[] => []);
        return members.length === 3 && members.filter(({ state }) => state === 'streaming').length === 2;
      },
      seconds,
    );
  }
}
