import { noCare } from '../stand-ins/care.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { readConfig } from '../../src/server/config.ts';
import type { Services } from '../../src/server/pipeline/context.ts';
import { connectDatabase } from '../../src/server/db/connection/connect.ts';
import { createKeyring } from '../../src/server/db/sealing/seal.ts';
import { createSecrets, findOrMakeRootKey } from '../../src/server/db/sealing/secrets.ts';
import { dataFolderStore } from '../../src/server/ports/object-store/data-folder.ts';
import { noVirusScan } from '../../src/server/ports/virus-scan/none.ts';
import { keepCompiled } from '../processes/compiled.ts';

const ownProgram = resolve(import.meta.dirname, '../../src/server/main.ts');

/** Separate server process, as `npm start` runs it, for tests that kill it or read its output. */
export type ServerProcess = {
  child: ChildProcess;
  /** Base URL of the server, without a slash at the end. */
  url: string;
  /** Returns its output so far, of both streams. */
  printed(): string;
  /** Resolves with the exit code when the process has ended. */
  gone: Promise<number | null>;
  /** Sends SIGKILL and waits for the end of the process. */
  kill(): Promise<void>;
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>;
};

/** Error of a process that did not start: its output and exit code. */
export class StartError extends Error {
  readonly exitCode: number | null;
  readonly printed: string;

  constructor(exitCode: number | null, printed: string) {
    super(`The server did not start (${exitCode}).\n${printed}`);
    this.exitCode = exitCode;
    this.printed = printed;
  }
}

/**
 * Starts `main.ts` (default: of this release) with only these environment variables. Waits until the server prints its address.
 * `node` is the Node program to run it with (default: the current one).
 * @throws StartError when the process ends before that
 */
export async function startServer(
  variables: Record<string, string>,
  program = ownProgram,
  node = process.execPath,
): Promise<ServerProcess> {
  const child = spawn(node, [program], {
    env: { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', ...keepCompiled, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const gone = once(child, 'exit').then(([code]) => code as number | null);
  const greeted = new Promise<void>((done) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.includes('Wattle is at')) done();
      });
    }
  });
  const ended = await Promise.race([greeted, gone.then((code) => ({ code }))]);
  if (ended) {
    await Promise.all(
      [child.stdout, child.stderr].map(async (stream) => stream.closed || once(stream, 'close')),
    );
    throw new StartError(ended.code, text);
  }
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return gone;
  };
  return {
    child,
    url: `http://127.0.0.1:${variables['PORT']}`,
    printed: () => text,
    gone,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Creates services with the same keys and separate connections, so that a test can read or prepare a server's database. */
export async function servicesBeside(
  variables: Record<string, string>,
): Promise<{ services: Services; close(): Promise<void> }> {
  const config = readConfig(variables);
  const { db, close } = connectDatabase({ url: variables['DATABASE_URL'] ?? '' });
  const keyring = createKeyring(config.keys);
  const services: Services = {
    config,
    db,
    emergencyDb: db,
    keyring,
    secrets: createSecrets(await findOrMakeRootKey(db, keyring)),
    clock: () => new Date(),
    makePdf: () => Promise.reject(new Error('This process makes no PDF')),
    textMessages: { send: () => Promise.reject(new Error('This process sends no text messages')) },
    objectStore: dataFolderStore(join(config.dataDir, 'files'), { reserve: 0 }),
    virusScan: noVirusScan,
    outgoing: () => Promise.reject(new Error('This process sends no outgoing requests')),
    residentialCare: noCare,
    hasSimulatedCare: false,
    payments: null,
    eventsWaiting: () => {},
    onNews: () => () => {},
    whenInUse: Promise.resolve(),
    accessRefused: () => {},
  };
  return { services, close };
}
