import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { compose, type Application } from '../../src/server/compose.ts';
import { readConfig } from '../../src/server/config.ts';
import { TestClient } from '../client.ts';
import { createTestDatabase } from '../database/database.ts';
import { freePort } from '../processes/free-port.ts';
import { servicesBeside, startServer } from '../faults/server-process.ts';
import { person, type TestPerson, type TestPersonSpec } from '../people.ts';
import { newKeys } from '../new-keys.ts';

/** Environment that production requires, with made-up values. */
export const productionVariables = (): Record<string, string> => ({
  APP_ENV: 'prod',
  PUBLIC_URL: 'https://wattle.example',
  TRUST_PROXY: 'none',
  WATTLE_KEYS: `prod:${randomBytes(32).toString('base64')}`,
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Wattle <no-reply@wattle.example>',
  SMS_URL: 'http://127.0.0.1:1/',
  SMS_TOKEN: 'sms-token',
  SMS_FROM: 'Wattle',
  HELP_PHONE: '1800 123 456',
  HELP_HOURS: '9 to 5',
  HELP_HOURS_ZH: '9 点至 17 点',
  HELP_EMAIL: 'help@wattle.example',
  COMPANY_NAME: 'Wattle Pty Ltd',
  COMPANY_ABN: '51 824 753 556',
  COMPANY_ADDRESS: '1 Street, Melbourne',
  PRIVACY_EMAIL: 'privacy@wattle.example',
  PRIVACY_OFFICER: 'A. Officer',
});

/** Environment of a test server outside production. */
export const trialVariables = (): Record<string, string> => ({
  APP_ENV: 'test',
  WATTLE_KEYS: newKeys(),
});

/** The product started by `startProduct`. `origin` is its public address, `url` the address on which it listens in this test. */
export type Product = {
  url: string;
  origin: string;
  application: Application;
  services: Application['services'];
  /** Address of its database. */
  databaseUrl: string;
  /** Log lines for the operator, except those of requests. */
  lines: string[];
  /** Advances its clock by milliseconds. */
  advance(ms: number): void;
  /** Opens a browser at the public address. */
  client(): TestClient;
  close(): Promise<void>;
};

/** Opens a browser that connects directly, bypassing production's proxy. */
class ProxiedClient extends TestClient {
  readonly #origin: string;

  constructor(url: string, origin: string) {
    super(url);
    this.#origin = origin;
  }

  override fetch(path: string, init: Parameters<TestClient['fetch']>[1] = {}): Promise<Response> {
    return super.fetch(path, { ...init, headers: { origin: this.#origin, ...init.headers } });
  }
}

/**
 * Starts the product with a new database. `root` is the folder in which it looks for the built web, if it is not
 * this project's.
 */
export async function startProduct(variables: Record<string, string>, root?: string): Promise<Product> {
  const database = await createTestDatabase();
  let offset = 0;
  const config = readConfig({ DATABASE_URL: database.url, ...variables });
  const lines: string[] = [];
  const application = await compose({
    config: root === undefined ? config : { ...config, root },
    databaseUrl: database.url,
    log: (line) => void lines.push(line),
    clock: () => new Date(Date.now() + offset),
    requestsPerMinute: 1_000_000,
  });
  const url = (await application.app.listen({ port: 0, host: '127.0.0.1' })).replace(/\/$/, '');
  return {
    url,
    origin: config.publicUrl,
    application,
    services: application.services,
    databaseUrl: database.url,
    lines,
    advance: (ms) => void (offset += ms),
    client: () => new ProxiedClient(url, config.publicUrl),
    async close() {
      await application.close();
      await database.drop();
    },
  };
}

/** The product as a separate process, as in production. */
export type ProductProcess = Pick<
  Product,
  'url' | 'origin' | 'services' | 'client' | 'databaseUrl' | 'close'
> & {
  /** Everything that it has printed: its log. */
  printed(): string;
  pid: number;
};

export async function startProductProcess(variables: Record<string, string>): Promise<ProductProcess> {
  const database = await createTestDatabase();
  const given = { DATABASE_URL: database.url, PORT: String(await freePort()), ...variables };
  const server = await startServer(given);
  const beside = await servicesBeside(given);
  const { services } = beside;
  const origin = services.config.publicUrl;
  return {
    url: server.url,
    origin,
    services,
    databaseUrl: database.url,
    client: () => new ProxiedClient(server.url, origin),
    printed: server.printed,
    pid: server.child.pid ?? 0,
    async close() {
      await server.kill();
      await beside.close();
      await database.drop();
    },
  };
}

/** A mail server that keeps each received mail: as received, and with its line breaks and characters decoded. */
export type MailServer = {
  url: string;
  mails: { to: string[]; raw: string; text: string }[];
  close(): Promise<void>;
};

/** Decodes quoted-printable (RFC 2045, 6.7). Text with another encoding is unchanged. */
function decoded(raw: string): string {
  const bytes = raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const raw = Buffer.concat(chunks).toString('latin1');
        mails.push({ to, raw, text: decoded(raw) });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A person of a product, with a browser signed in as that person. */
export async function signedIn(
  product: Pick<Product, 'services' | 'client'>,
  spec?: TestPersonSpec,
): Promise<{ who: TestPerson; client: TestClient }> {
  const who = await person(product.services, spec);
  const client = product.client();
  await client.signIn(who.email, who.password);
  return { who, client };
}
