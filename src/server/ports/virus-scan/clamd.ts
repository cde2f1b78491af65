import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { VirusScanError, type VirusScan } from './port.ts';

export type ClamdOptions = { host: string; port: number };

/** Timeouts of the connection, of one step of sending, and of the final verdict, in milliseconds. */
const defaultTimeouts = { connect: 3_000, step: 10_000, verdict: 120_000 };

/** Maximum length of a response, in characters. A longer one is not a verdict. */
const answerAtMost = 4_096;

/**
 * Scans with ClamAV's daemon over TCP: INSTREAM, chunks with a length prefix, an empty one at the end (clamd(8)). Any response
 * but "stream: OK" or "FOUND" is not a verdict.
 */
export function clamdScan({ host, port }: ClamdOptions, timeouts = defaultTimeouts): VirusScan {
  return {
    async isClean(content, signal) {
      assertOutsideTransaction('Scanning a file');
      if (signal?.aborted) throw timedOut();
      const socket = connect({ host, port });
      // Each step handles socket errors itself; an error between two steps is handled by the next step.
      socket.on('error', () => {});
      let failure: unknown;
      const stop = () => socket.destroy(timedOut());
      signal?.addEventListener('abort', stop);
      try {
        socket.setTimeout(timeouts.connect, () => socket.destroy(timedOut()));
        await once(socket, 'connect');
        const answer = readAnswer(socket);
        socket.setTimeout(timeouts.step);
        await send(socket, Buffer.from('zINSTREAM\0'));
        for await (const chunk of watched(content, (error) => (failure = error))) {
          if (chunk.length === 0) continue;
          const length = Buffer.alloc(4);
          length.writeUInt32BE(chunk.length);
          await send(socket, length);
          await send(socket, chunk);
        }
        socket.setTimeout(timeouts.verdict);
        await send(socket, Buffer.alloc(4));
        return verdictOf(await answer);
      } catch (error) {
        if (failure !== undefined) throw failure;
        throw error instanceof VirusScanError
          ? error
          : new VirusScanError('The virus scanner did not answer.', { cause: error });
      } finally {
        signal?.removeEventListener('abort', stop);
        socket.destroy();
      }
    },
  };
}

const timedOut = () => new VirusScanError('The virus scanner does not answer.', { code: 'timeout' });

async function* watched(content: AsyncIterable<Uint8Array>, failed: (error: unknown) => void) {
  try {
    yield* content;
  } catch (error) {
    failed(error);
    throw error;
  }
}

async function send(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (socket.destroyed)
    throw socket.errored ?? new VirusScanError('The virus scanner hung up.', { code: 'connection' });
  if (!socket.write(bytes)) await once(socket, 'drain');
}

/** Returns everything that the scanner sends until it closes the connection or ends its answer. The sender handles its errors. */
function readAnswer(socket: Socket): Promise<string> {
  const answer = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.on('data', (part: Buffer) => {
      text += part.toString('latin1');
      if (text.includes('\0') || text.length > answerAtMost) resolve(text);
    });
    socket.once('end', () => resolve(text));
    socket.once('error', reject);
    socket.once('close', () =>
      reject(new VirusScanError('The virus scanner hung up.', { code: 'connection' })),
    );
  });
  answer.catch(() => {});
  return answer;
}

function verdictOf(answer: string): boolean {
  const [line = ''] = answer.split('\0');
  if (line.trim() === 'stream: OK') return true;
  if (line.trim().endsWith(' FOUND')) return false;
  throw new VirusScanError('The virus scanner gave no verdict.', { code: 'refused' });
}
