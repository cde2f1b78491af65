import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bundle } from 'fhir/r4';

/** A request that a receiver got. */
export type Received = { headers: IncomingHttpHeaders; body: string };

/** The software of others, which accepts notices over HTTP on this machine. */
export type Receiver = {
  address: string;
  received: Received[];
  /** Answers the next requests in another way. */
  answerWith: (answer: (response: ServerResponse) => unknown) => void;
  close: () => Promise<void>;
};

/** Returns the address that each received notice names. */
export const focusesAt = ({ received }: Pick<Receiver, 'received'>) =>
  received.map(({ body }) => (JSON.parse(body) as Bundle).entry?.[1]?.request?.url);

const accept = (response: ServerResponse) => response.writeHead(204).end();

/** Starts a receiver that accepts every notice. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: (response: ServerResponse) => unknown = accept;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      answer(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/notices`,
    received,
    answerWith: (other) => void (answer = other),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
