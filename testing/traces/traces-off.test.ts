import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../database/database.ts';
import { startServer } from '../faults/server-process.ts';
import { freePort } from '../processes/free-port.ts';
import { trialVariables } from '../security/product.ts';

const folder = mkdtempSync(join(tmpdir(), 'wattle-traces-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the tracing library', () => {
  /** Starts and stops a server process, and returns the modules of OpenTelemetry that it loaded. */
  async function loadedBy(variables: Record<string, string>): Promise<string[]> {
    const [list, preload] = [join(folder, `${randomUUID()}.txt`), join(folder, `${randomUUID()}.cjs`)];
    writeFileSync(
      preload,
      `if (require('node:worker_threads').isMainThread) process.on('exit', () => {
        const names = Object.keys(require('node:module')._cache).filter((name) => name.includes('@opentelemetry'));
        require('node:fs').writeFileSync(${JSON.stringify(list)}, names.join('\\n'));
      });`,
    );
    const database = await createTestDatabase();
    const server = await startServer({
      ...trialVariables(),
      ...{ DATABASE_URL: database.url, PORT: String(await freePort()), WATTLE_DATA_DIR: folder },
      ...{ NODE_OPTIONS: `--require=${preload}`, ...variables },
    });
    expect(await server.stop()).toBe(0);
    await database.drop();
    // The metrics depend on the API package of OpenTelemetry too.
    const isInterface = (name: string) => /@opentelemetry.api\b/.test(name);
    return readFileSync(list, 'utf8')
      .split('\n')
      .filter((name) => name !== '' && !isInterface(name));
  }

  it('is loaded only when a collector is configured', async () => {
    expect(await loadedBy({})).toEqual([]);
    const loaded = await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect(loaded.some((name) => name.includes('sdk-trace'))).toBe(true);
  }, 90_000);
});
