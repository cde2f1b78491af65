import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate, ZipPassThrough, type ZipInputFile } from 'fflate';

/** Receives the next part of an archive. */
export type Sink = (piece: Buffer) => Promise<void>;

/** Size of a part in bytes. A download keeps one of them in memory. */
const pieceBytes = 256_000;

/** Bytes compressed before the event loop continues with other work: a few milliseconds. */
const turnBytes = 64_000;

/** A ZIP file that is written while its content is still being read. Only one file is open at a time. */
export type ZipStream = {
  /** Adds a file of texts that are read one after the other. */
  addText(name: string, parts: AsyncIterable<string> | Iterable<string>): Promise<void>;
  /** Adds a file that is already compressed. */
  addBytes(name: string, content: Uint8Array): Promise<void>;
  end(): Promise<void>;
};

/** Starts a ZIP file whose parts go to `sink` in order. Between them the process does other work. */
export function zipStream(sink: Sink): ZipStream {
  let made: Uint8Array[] = [];
  let bytes = 0;
  let failed: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) failed = error;
    else {
      made.push(chunk);
      bytes += chunk.length;
    }
  });

  async function flush(isLast: boolean): Promise<void> {
    if (failed) throw failed;
    await nextTurn();
    if (bytes < pieceBytes && !isLast) return;
    const whole = Buffer.concat(made);
    made = [];
    bytes = 0;
    for (let at = 0; at < whole.length; at += pieceBytes)
      await sink(whole.subarray(at, Math.min(at + pieceBytes, whole.length)));
  }

  async function add(file: ZipInputFile & { push(chunk: Uint8Array, final?: boolean): void }, parts: Parts) {
    zip.add(file);
    for await (const part of parts)
      for (let at = 0; at < part.length; at += turnBytes) {
        // A copy, because the library keeps parts of its input.
        file.push(Uint8Array.from(part.subarray(at, at + turnBytes)));
        await flush(false);
      }
    file.push(new Uint8Array(0), true);
    await flush(false);
  }

  return {
    addText: (name, parts) => add(new ZipDeflate(name, { level: 6 }), inBytes(parts)),
    addBytes: (name, content) => add(new ZipPassThrough(name), [content]),
    async end() {
      zip.end();
      await flush(true);
    },
  };
}

type Parts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

async function* inBytes(parts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) yield Buffer.from(part, 'utf8');
}
