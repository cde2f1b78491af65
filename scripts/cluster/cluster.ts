import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { newKeys } from '../../testing/new-keys.ts';
import { servicesBeside, startServer, type ServerProcess } from '../../testing/faults/server-process.ts';
import { DatabaseNodes } from './database-nodes.ts';
import {
  commandOf,
  makeCertificates,
  sharedValues,
  valuesOf,
  writeMachine,
  type Values,
} from './example-files.ts';
import { bucketProblem, patroniPrograms, poolerProblem, type Found } from './packages.ts';
import {
  accountOf,
  endOldRuns,
  endRun,
  give,
  startProgram,
  until,
  type Account,
  type Program,
} from './processes.ts';

export type Beside = Awaited<ReturnType<typeof servicesBeside>>;

/** The path from the servers to the database. */
type Way = 'direct' | 'pooler';

/** The whole cluster on this machine: three database machines, and one web machine with two servers and both proxies. */
export class Cluster {
  readonly folder: string;
  readonly account: Account | null;
  readonly values: Values;
  readonly nodes: DatabaseNodes;
  readonly variables: Record<string, string>;
  /** Address of the web's balancer. */
  readonly url: string;
  /** Why the scenario of the pooler, and that of a backup to a bucket, cannot run; null if it can. */
  readonly poolerProblem: string | null;
  readonly bucketProblem: string | null;
  /** Services of the script itself, on the database behind the proxy. */
  beside!: Beside;
  servers: ServerProcess[] = [];
  #pooler: Program | undefined;
  readonly #versitygw: string;

  private constructor(folder: string, values: Values, account: Account | null, found: Found) {
    this.folder = folder;
    this.account = account;
    this.values = valuesOf(values, 'web', folder);
    this.poolerProblem = poolerProblem(found);
    this.bucketProblem = bucketProblem(found);
    this.#versitygw = found.versitygw ?? '';
    this.nodes = new DatabaseNodes(values, folder, account);
    writeMachine(this.values, account);
    this.url = `https://localhost:${values['HTTPS_BIND']?.split(':')[1]}`;
    this.variables = {
      APP_ENV: 'test',
      PUBLIC_URL: this.url,
      TRUST_PROXY: '127.0.0.1',
      WATTLE_KEYS: newKeys(),
      WATTLE_CLUSTER_RUN: folder,
      DATABASE_URL: this.addressOf('127.0.0.1', values['PRIMARY_PORT']),
      DATABASE_REPLICA_URL: this.addressOf(values['NODE3_ADDRESS'], values['POSTGRES_PORT']),
      // Two, and one more while one is replaced.
      SERVER_PROCESSES: '3',
      DRAIN_SECONDS: '5',
      S3_REGION: 'ap-southeast-2',
    };
  }

  /** Makes the folder of a run and all files in it. Nothing runs yet. */
  static async create(found: Found): Promise<Cluster> {
    const account = accountOf();
    const patroni = patroniPrograms(found.python ?? '');
    const prefix = join(tmpdir(), 'wattle-cluster-');
    await endOldRuns(prefix);
    const folder = mkdtempSync(`${prefix}${process.pid}-`);
    give(folder, account);
    await makeCertificates(folder, account);
    // Only the script trusts this authority, which it has just made.
    setDefaultCACertificates([
      ...getCACertificates('default'),
      readFileSync(join(folder, 'authority.pem'), 'utf8'),
    ]);
    return new Cluster(folder, await sharedValues(folder, { found, patroni, account }), account, found);
  }

  /** Address of the product's database at a host and a port, over TLS with a verified certificate. */
  addressOf(host = '', port = ''): string {
    const { WATTLE_PASSWORD, AUTHORITY } = this.values;
    return `postgres://wattle:${WATTLE_PASSWORD}@${host}:${port}/wattle?sslmode=verify-full&sslrootcert=${AUTHORITY}`;
  }

  async start(): Promise<void> {
    await this.nodes.start();
    this.startUnit('wattle-database-proxy.service', 'database-proxy');
    await until('the database answers through its proxy', () => this.#databaseAnswers());
    this.servers = [await this.startServer(0), await this.startServer(1)];
    this.startUnit('wattle-web-proxy.service', 'web-proxy');
    await until('the web answers through its balancer', () => this.answers('/readyz'));
    await this.open();
  }

  async #databaseAnswers(): Promise<boolean> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: this.variables['DATABASE_URL'] });
    client.on('error', () => {});
    return client
      .connect()
      .then(() => true)
      .catch(() => false)
      .finally(() => void client.end());
  }

  async answers(path: string): Promise<boolean> {
    return fetch(this.url + path, { signal: AbortSignal.timeout(3_000) })
      .then(async (answer) => (await answer.arrayBuffer(), answer.status === 200))
      .catch(() => false);
  }

  /** Lets servers that start from now on use another database of the cluster; `open` lets the script itself use it when it has tables. */
  async useDatabase(name: string): Promise<void> {
    await this.beside.close();
    for (const variable of ['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const) {
      const address = new URL(this.variables[variable] ?? '');
      address.pathname = `/${name}`;
      this.variables[variable] = address.href;
    }
  }

  async open(): Promise<void> {
    this.beside = await servicesBeside({ ...this.variables, WATTLE_DATA_DIR: this.filesFolder() });
  }

  /** Uploaded files are shared, as a bucket would be. */
  filesFolder(): string {
    return join(this.folder, `files-${new URL(this.variables['DATABASE_URL'] ?? '').pathname.slice(1)}`);
  }

  startUnit(unit: string, log: string): Program {
    const options = { folder: this.folder, account: this.account };
    return startProgram(commandOf(this.values, unit), {
      ...options,
      log: join(this.folder, 'web', `${log}.log`),
    });
  }

  /** Starts one of the two servers; `program` is the main file of another release. */
  startServer(index: 0 | 1, way: Way = 'direct', program?: string): Promise<ServerProcess> {
    const address = this.values[`WEB${index + 1}`] ?? '';
    const through = {
      DATABASE_URL: this.#poolerAddress(),
      DATABASE_DIRECT_URL: this.variables['DATABASE_URL'] ?? '',
    };
    return startServer(
      {
        ...this.variables,
        ...(way === 'pooler' && through),
        PORT: address.split(':')[1] ?? '',
        WATTLE_DATA_DIR: this.filesFolder(),
      },
      program,
    );
  }

  /** The pooler is on the same machine as its servers, and their connections to it have no TLS. */
  #poolerAddress(): string {
    const { WATTLE_PASSWORD, POOLER_PORT } = this.values;
    return `postgres://wattle:${WATTLE_PASSWORD}@127.0.0.1:${POOLER_PORT}/wattle?sslmode=disable`;
  }

  startPooler(): void {
    this.#pooler = this.startUnit('wattle-pooler.service', 'pooler');
  }

  async stopPooler(): Promise<void> {
    this.#pooler?.child.kill('SIGKILL');
    await until('the pooler has ended', () => !this.#pooler?.isRunning());
  }

  /** Starts an S3 server with an empty bucket. */
  async startBucket(): Promise<Program> {
    const { BUCKET_NAME = '', BUCKET_PORT, BUCKET_KEY = '', BUCKET_SECRET = '', BUCKET_REGION } = this.values;
    const { DATABASE_CERTIFICATE = '', DATABASE_KEY = '', BUCKET_ENDPOINT } = this.values;
    const objects = join(this.folder, 'bucket');
    mkdirSync(join(objects, BUCKET_NAME), { recursive: true });
    for (const path of [objects, join(objects, BUCKET_NAME)]) give(path, this.account);
    const options = [
      ...['--access', BUCKET_KEY, '--secret', BUCKET_SECRET, '--region', BUCKET_REGION ?? ''],
      ...['--port', `127.0.0.1:${BUCKET_PORT}`, '--cert', DATABASE_CERTIFICATE, '--key', DATABASE_KEY],
    ];
    const program = startProgram([this.#versitygw, ...options, 'posix', objects], {
      folder: this.folder,
      account: this.account,
      log: join(this.folder, 'bucket.log'),
    });
    const answers = () =>
      fetch(`https://${BUCKET_ENDPOINT}:${BUCKET_PORT}`).then(
        () => true,
        () => false,
      );
    await until('the bucket answers', answers);
    return program;
  }

  /** Replaces both servers, one after the other, as an operator does. */
  async replaceServers(way: Way, program?: string): Promise<void> {
    for (const index of [0, 1] as const) {
      await this.servers[index]?.stop();
      this.servers[index] = await this.startServer(index, way, program);
      await until('the balancer uses the new server', () => this.answers('/readyz'));
    }
  }

  /**
   * Requests in the log of the web's balancer: its own answers because no server was available, and PINs that it sent to a second server.
   */
  balancerLog(): { refusals: number; repeatedPins: number } {
    const log = readFileSync(join(this.folder, 'web', 'web-proxy.log'), 'utf8').split('\n');
    return {
      refusals: log.filter((line) => line.endsWith('/<NOSRV>') && / 50[234] /.test(line)).length,
      repeatedPins: log.filter((line) => / POST .* [+]?[1-9]\d* cards\//.test(line)).length,
    };
  }

  /** Ends every process of the run, and removes its folder unless it is kept for reading its logs. */
  async remove({ keep }: { keep: boolean }): Promise<void> {
    await this.beside?.close().catch(() => {});
    await endRun(this.folder);
    if (keep) console.log(`The logs are in ${this.folder}.`);
    else rmSync(this.folder, { recursive: true, force: true });
  }
}
