import { once } from 'node:events';
import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import nodemailer from 'nodemailer';
import pg from 'pg';
import { dollars } from '../../src/domain/billing/money.ts';
import { paymentPlans } from '../../src/domain/billing/payment-plan.ts';
import type { Config } from '../../src/server/config.ts';
import { pendingMigrations, readMigrations } from '../../src/server/db/migrations.ts';
import { anyPlace, createKeyring, keyIdOf, SealError } from '../../src/server/db/sealing/seal.ts';
import { PaymentProviderError } from '../../src/server/ports/payments/port.ts';
import { stripeProvider } from '../../src/server/ports/payments/stripe.ts';
import { sealedColumns } from '../../src/server/db/sealing/sealed-columns.ts';

/** What one check found, in words without a value of the environment. */
export type Finding = {
  about: 'database' | 'keys' | 'mail' | 'texts' | 'payment';
  isRight: boolean;
  words: string;
};

type Found = Omit<Finding, 'about'>;

const right = (words: string): Found => ({ isRight: true, words });
const wrong = (words: string): Found => ({ isRight: false, words });

/** Oldest version that the migrations run on. */
const oldestPostgres = 15;

const waitMs = 8_000;

const wordsOf: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not found',
  EAI_AGAIN: 'its name could not be looked up: the name server does not answer',
  EDNS: 'its name is not found',
  ECONNREFUSED: 'nothing listens at its port',
  ECONNRESET: 'it hung up',
  EHOSTUNREACH: 'no way leads to it',
  ENETUNREACH: 'no way leads to it',
  ETIMEDOUT: 'it does not answer',
  EAUTH: 'it refuses the user name or password',
  ETLS: 'it offers no TLS, which production demands',
  '28P01': 'it refuses the user name or password',
  '28000': 'it refuses the user name, or this machine',
  '3D000': 'it has no database of that name',
  '42501': 'the role lacks a right: it must own the database',
  '53300': 'it has no connection left',
  '57P03': 'it is starting or stopping',
};

/** The kind of a failure, without the words of the other side, which may repeat names. */
function kindOf(error: unknown): string {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  // The mail library has one code for all of a socket; the system's own is among its words.
  const named =
    code === 'ESOCKET' ? (/\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? '') : typeof code === 'string' ? code : '';
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(named) || /certificate/i.test(message))
    return `its certificate is not trusted${named && ` (${named})`}: name its authority in NODE_EXTRA_CA_CERTS`;
  if (/does not support SSL/.test(message)) return 'it speaks no TLS, and sslmode asks for it';
  if (/wrong version number|EPROTO/.test(`${named} ${message}`)) return 'it speaks no TLS at that port';
  if (named === 'ABORT_ERR' || /time(d)?[ -]?out/i.test(message)) return 'it does not answer';
  return wordsOf[named] ?? `it failed${named && ` (${named})`}`;
}

async function schemaWords(client: pg.Client): Promise<Found> {
  const { rows } = await client.query<{ has: boolean }>(
    `select to_regclass('schema_migrations') is not null as has`,
  );
  const applied = rows[0]?.has
    ? (await client.query('select number, name, checksum from schema_migrations')).rows
    : [];
  // Its own sentence says which file, and why.
  const pending = pendingMigrations(readMigrations(), applied).length;
  return right(pending === 0 ? 'its migrations have run' : `migrations to run at the start: ${pending}`);
}

async function checkOpenDatabase(client: pg.Client): Promise<Found> {
  const { rows } = await client.query<{ version: number; words: string; ssl: boolean; makes: boolean }>(`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as words,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as ssl,
      has_database_privilege(current_database(), 'create') as makes`);
  const [found] = rows;
  if (!found) return wrong('it answers nothing');
  if (found.version < oldestPostgres * 10_000) return wrong(`it is older than PostgreSQL ${oldestPostgres}`);
  if (!found.makes) return wrong('the role may not make schemas in it: it must own the database');
  try {
    await client.query('begin; create temporary table wattle_check (n int) on commit drop; commit');
  } catch (error) {
    await client.query('rollback');
    const { code } = error as { code?: string };
    return wrong(
      code === '25006' ? 'it only lets read: is it a replica?' : `it cannot be written to (${code})`,
    );
  }
  try {
    const schema = await schemaWords(client);
    const version = /^[\d.]+/.exec(found.words)?.[0] ?? '';
    return right(
      `PostgreSQL ${version}, ${found.ssl ? 'over TLS' : 'without TLS'}, can be written to, ${schema.words}`,
    );
  } catch (error) {
    return wrong(`its tables do not fit: ${(error as Error).message}`);
  }
}

/** Whether the keys open what each sealed column holds: some values of each, and none of a key that is not there. */
async function checkKeys(client: pg.Client, config: Config): Promise<Found> {
  const keyring = createKeyring(config.keys);
  const heads = config.keys.map(({ id }) => Buffer.concat([Buffer.from([1, id.length]), Buffer.from(id)]));
  const quoted = (name: string) => client.escapeIdentifier(name);
  let opened = 0;
  for (const { table, column, key } of sealedColumns) {
    const has = await client.query(
      'select 1 from information_schema.columns where table_schema = current_schema() and table_name = $1 and column_name = $2',
      [table, column],
    );
    if (has.rowCount === 0) continue;
    const keys: readonly string[] = typeof key === 'string' ? [key] : key;
    const value = quoted(column);
    const known = heads.map(
      (head, index) => `substring(${value} from 1 for ${head.length}) <> $${index + 1}`,
    );
    const select = `select ${keys.map(quoted).join(', ')}, ${value} from ${quoted(table)} where ${value} is not null`;
    const stranger = await client.query<Record<string, unknown>>(
      `${select} and ${known.join(' and ')} limit 1`,
      heads,
    );
    const { rows } = await client.query<Record<string, unknown>>(`${select} limit 5`);
    for (const row of [...stranger.rows, ...rows]) {
      const sealed = row[column] as Buffer;
      try {
        keyring.open(anyPlace(table, column, keys.map((name) => String(row[name])).join('/')), sealed);
        opened += 1;
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        if (!config.keys.some(({ id }) => id === keyIdOf(sealed)))
          return wrong(
            `WATTLE_KEYS lacks the key "${keyIdOf(sealed)}", with which values of ${table}.${column} are sealed`,
          );
        return wrong(
          `the key "${keyIdOf(sealed)}" is another one than that with which ${table}.${column} is sealed`,
        );
      }
    }
  }
  return right(
    opened === 0 ? 'well formed; the database holds nothing sealed yet' : 'they open what the database holds',
  );
}

async function checkDatabaseAndKeys(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === undefined)
    return [{ about: 'database', ...right('the embedded one, which the server starts by itself') }];
  const client = new pg.Client({
    connectionString: config.databaseUrl,
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs * 2,
    application_name: 'wattle check',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const database: Finding = { about: 'database', ...(await checkOpenDatabase(client)) };
    const keys: Finding = { about: 'keys', ...(await checkKeys(client, config)) };
    return [database, keys];
  } catch (error) {
    return [
      { about: 'database', ...wrong(kindOf(error)) },
      { about: 'keys', ...wrong('not tried: they are tried on what the database holds') },
    ];
  } finally {
    await client.end().catch(() => {});
  }
}

/** Signs in to the mail server as the server does before each mail, and sends none. */
async function checkMail(config: Config): Promise<Finding> {
  if (config.smtpUrl === undefined) return { about: 'mail', ...right('none: mails stay on the outbox page') };
  const transport = nodemailer.createTransport({
    url: config.smtpUrl,
    requireTLS: config.environment === 'prod',
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    dnsTimeout: waitMs,
  });
  try {
    await transport.verify();
    const hasLogin = new URL(config.smtpUrl).username !== '';
    return { about: 'mail', ...right(hasLogin ? 'it takes the login' : 'it answers; no login is set') };
  } catch (error) {
    return { about: 'mail', ...wrong(kindOf(error)) };
  } finally {
    transport.close();
  }
}

/** Connects to the gateway, with its certificate checked, and sends nothing: each text message costs money. */
async function checkTexts({ smsUrl }: Config): Promise<Finding> {
  if (smsUrl === undefined)
    return { about: 'texts', ...right('none: text messages stay on the outbox page') };
  const { protocol, hostname, port } = new URL(smsUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isTls = protocol === 'https:';
  const to = {
    host,
    port: Number(port || (isTls ? 443 : 80)),
    ...(isIP(host) === 0 && { servername: host }),
  };
  try {
    const event = isTls ? 'secureConnect' : 'connect';
    const socket = isTls ? connectTls(to) : connectPlain(to);
    try {
      await once(socket, event, { signal: AbortSignal.timeout(waitMs) });
    } finally {
      socket.destroy();
    }
    const how = isTls ? 'it answers over TLS with a trusted certificate' : 'it answers on this machine';
    return { about: 'texts', ...right(`${how}; the token is tried with the first message`) };
  } catch (error) {
    return { about: 'texts', ...wrong(kindOf(error)) };
  }
}

/** Asks the payment company for the two prices, whose sums the pages name. Charges nothing. */
async function checkPayment({ payments, environment }: Config): Promise<Finding> {
  const found = (finding: Found): Finding => ({ about: 'payment', ...finding });
  if (payments.disabled) return found(right('switched off'));
  if (!payments.stripe)
    return found(
      right(
        environment === 'prod'
          ? 'no keys: no one can pay'
          : 'no keys: the stand-in, with which no money moves',
      ),
    );
  const provider = stripeProvider({ ...payments.stripe, clock: () => new Date(), timeoutMs: waitMs });
  try {
    for (const plan of paymentPlans(payments.priceIds)) {
      const id = plan.yearlyPriceId ?? plan.initialPriceId ?? '';
      const name = plan.id === 'care' ? 'STRIPE_PRICE_CARE' : 'STRIPE_PRICE_LIFETIME';
      const isYearly = plan.yearlyFee !== null;
      const price = await provider.priceAmount(id);
      if (price === null) return found(wrong(`the payment company does not know the price of ${name}`));
      if (price.yearly !== isYearly)
        return found(wrong(`the price of ${name} must be paid ${isYearly ? 'each year' : 'once'}`));
      const expected = plan.yearlyFee ?? plan.initialFee;
      if (price.amount !== expected)
        return found(wrong(`the price of ${name} is not ${dollars(expected)}, which the pages say`));
    }
    return found(right('the keys work, and the prices are those that the pages say'));
  } catch (error) {
    const isAway = error instanceof PaymentProviderError && error.code === 'unavailable';
    return found(
      wrong(isAway ? 'the payment company does not answer' : 'the payment company refuses the keys'),
    );
  }
}

/** Tries everything outside that the configuration names, at once. */
export async function checkOutside(config: Config): Promise<Finding[]> {
  const found = await Promise.all([
    checkDatabaseAndKeys(config),
    checkMail(config),
    checkTexts(config),
    checkPayment(config),
  ]);
  return found.flat();
}
