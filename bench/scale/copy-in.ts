import type { Writable } from 'node:stream';
import { once } from 'node:events';
import type pg from 'pg';

/** Connection of the client, which the library's types leave out. */
type Wire = {
  stream: Writable;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  sendCopyFail(message: string): void;
  endCopyFrom(): void;
};

/** COPY FROM STDIN: sends text as it is generated, with backpressure. @throws errors of the generator and of PostgreSQL */
export function copyIn(client: pg.Client, text: string, chunks: AsyncIterable<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    const send = async (wire: Wire) => {
      for await (const chunk of chunks) {
        wire.sendCopyFromChunk(Buffer.from(chunk));
        if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain');
      }
      wire.endCopyFrom();
    };
    client.query({
      submit: (wire: unknown) => (wire as Wire).query(text),
      handleCopyInResponse(wire: Wire) {
        send(wire).catch((error: unknown) => {
          failure = error;
          wire.sendCopyFail('The rows could not be made');
        });
      },
      handleCommandComplete() {},
      handleError: (error: unknown) => reject((failure ?? error) as Error),
      handleReadyForQuery: () => resolve(),
    } as unknown as pg.Submittable);
  });
}
