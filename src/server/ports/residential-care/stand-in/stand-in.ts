import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CareResident } from '../port.ts';
import { answerOf, type Answer, type Fault, type Paper, type Stored } from './answers.ts';

export type CareStandInOptions = {
  credentials: { userName: string; secret: string };
  /** Active residents of each facility, by its code. */
  residents: ReadonlyMap<string, readonly CareResident[]>;
  /** Number of residents on a page. */
  pageSize?: number;
};

/** A simulated residential-care system, for development and tests, never in production. It keeps everything in memory. */
export type CareStandIn = {
  /** Address of its interface, over HTTP on the loopback interface. */
  address: string;
  /** Sent documents, by `<resident id>/<document id>`. */
  documents: Stored['documents'];
  setResidents: (facilityCode: string, residents: readonly CareResident[]) => void;
  residentsOf: (facilityCode: string) => readonly CareResident[];
  /** Adds a paper, or replaces the one with its id. */
  addPaper: (residentId: string, paper: Paper) => void;
  removePaper: (residentId: string, paperId: string) => void;
  /** Residents whose documents are refused. */
  refused: Set<string>;
  /** Makes all calls fail in one way; null to answer again. */
  breakCalls: (fault: Fault | null) => void;
  /** Number of answered calls since the start, by method and path. */
  calls: readonly string[];
  close: () => Promise<void>;
};

const largestBody = 50 * 1024 * 1024;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largestBody) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function write(response: ServerResponse, { status, type, body }: Answer, isCut: boolean): void {
  const content = Buffer.from(body);
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(isCut ? content.subarray(0, Math.ceil(content.length / 2)) : content);
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts the simulated system on a free port of the loopback interface. */
export async function startCareStandIn(options: CareStandInOptions): Promise<CareStandIn> {
  const stored: Stored = {
    credentials: options.credentials,
    pageSize: options.pageSize ?? 100,
    residents: new Map(options.residents),
    documents: new Map(),
    papers: new Map(),
    refused: new Set(),
  };
  let fault: Fault | null = null;
  const calls: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const url = new URL(request.url ?? '/', 'http://stand-in');
      if (calls.length < 100_000) calls.push(`${request.method ?? ''} ${url.pathname}`);
      // A slow system answers after the caller's timeout.
      if (fault === 'slow') return;
      if (fault === 'lost') return void request.socket.destroy();
      if (fault === 'redirect') return void response.writeHead(302, { location: 'http://127.0.0.1/' }).end();
      const answer = answerOf(stored, { request, url, body, fault });
      write(response, answer, fault === 'half-page');
    })().catch(() => response.destroy());
  });
  const address = await listen(server);
  server.unref();
  return {
    address,
    documents: stored.documents,
    refused: stored.refused,
    calls,
    setResidents: (code, residents) => void stored.residents.set(code, residents),
    residentsOf: (code) => stored.residents.get(code) ?? [],
    addPaper(residentId, paper) {
      const others = (stored.papers.get(residentId) ?? []).filter(({ id }) => id !== paper.id);
      stored.papers.set(residentId, [...others, paper]);
    },
    removePaper(residentId, paperId) {
      stored.papers.set(
        residentId,
        (stored.papers.get(residentId) ?? []).filter(({ id }) => id !== paperId),
      );
    },
    breakCalls: (next) => void (fault = next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
