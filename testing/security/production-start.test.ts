import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../database/database.ts';
import { freePort } from '../processes/free-port.ts';
import { startServer, StartError } from '../faults/server-process.ts';
import { productionVariables } from './product.ts';

/** Returns the output of a server that did not start. */
async function refusal(variables: Record<string, string>): Promise<StartError> {
  const started = await startServer(variables).catch((error: unknown) => error);
  if (started instanceof StartError) return started;
  throw new Error('It started.');
}

describe('a server in production', () => {
  it('starts when no environment is set, and does not start without its secrets: each is named, and no stack is shown [security 40]', async () => {
    const { exitCode, printed } = await refusal({});
    expect(exitCode).toBe(1);
    for (const name of ['DATABASE_URL', 'WATTLE_KEYS', 'SMTP_URL', 'PUBLIC_URL'])
      expect(printed).toContain(name);
    expect(printed).not.toMatch(/\n\s+at /);
  });

  it('does not start, and prints no password, when the database refuses it or is missing [security 40]', async () => {
    const database = await createTestDatabase();
    const wrong = new URL(database.url);
    wrong.password = 'hunter2-is-wrong';
    for (const DATABASE_URL of [wrong.href, 'postgres://wattle:hunter2-is-wrong@127.0.0.1:1/wattle']) {
      const { exitCode, printed } = await refusal({
        ...productionVariables(),
        PORT: String(await freePort()),
        DATABASE_URL,
      });
      expect(exitCode).toBe(1);
      expect(printed).not.toContain('hunter2');
    }
    await database.drop();
  });

  it('logs one line at its start where files are not scanned; does not start on a database sealed with other keys [S-23, security 36, security 40]', async () => {
    const database = await createTestDatabase();
    const variables: Record<string, string> = { ...productionVariables(), DATABASE_URL: database.url };
    const first = await startServer({ ...variables, PORT: String(await freePort()) });
    await first.kill();
    const unscanned = first
      .printed()
      .match(/Files are not scanned for viruses, because CLAMD_ADDRESS is not set\./g);
    expect(unscanned).toHaveLength(1);
    const { exitCode, printed } = await refusal({
      ...variables,
      PORT: String(await freePort()),
      WATTLE_KEYS: productionVariables()['WATTLE_KEYS']!,
    });
    expect(exitCode).toBe(1);
    expect(printed).not.toContain(variables['WATTLE_KEYS']!.split(':')[1]);
    await database.drop();
  });
});

describe('a first start on a developer’s machine', () => {
  it('makes keys and passwords that only this account can read [security 40]', async () => {
    const database = await createTestDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'wattle-first-'));
    const server = await startServer({
      APP_ENV: 'development',
      DATABASE_URL: database.url,
      WATTLE_DATA_DIR: dataDir,
      PORT: String(await freePort()),
    });
    await server.kill();
    const keys = join(dataDir, 'keys');
    expect(statSync(keys).mode & 0o777).toBe(0o600);
    expect(server.printed()).not.toContain(readFileSync(keys, 'utf8').split(':')[1]!.trim());
    rmSync(dataDir, { recursive: true });
    await database.drop();
  });
});
