import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { compose, type Application } from '../src/server/compose.ts';
import { readConfig } from '../src/server/config.ts';
import { startEmbedded } from '../src/server/db/embedded.ts';

/** A database with fsync on, the product in this process to make people with, and servers as processes of their own. */
export type Stage = {
  databaseUrl: string;
  application: Application;
  serve(kind: 'ours' | 'bare'): Promise<{ origin: string; pid: number }>;
  close(): Promise<void>;
};

export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-bench-'));
  const database = await startEmbedded({ dataDir: folder });
  const databaseUrl = database.url();
  const env = { APP_ENV: 'test', DATABASE_URL: databaseUrl, WATTLE_KEYS: `bench:${randomBytes(32).toString('base64')}` };
  const application = await compose({ config: readConfig(env), databaseUrl, log: () => {}, requestsPerMinute: 1e9 });
  const children: ChildProcess[] = [];
  return {
    databaseUrl,
    application,
    async serve(kind) {
      const child = spawn(process.execPath, [resolve(import.meta.dirname, 'server.ts'), kind, databaseUrl], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      const port = await new Promise<string>((done) => createInterface({ input: child.stdout! }).once('line', done));
      return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
    },
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await application.close();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const newKey = () => randomUUID();
