import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  /** Absent in the first span of a trace. */
  parentSpanId?: string;
  name: string;
  attributes: Record<string, string | number>;
};

export type TraceReceiver = {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: ReceivedSpan[];
  /** Attributes of the resource of the spans, which describe the process. */
  resource: Record<string, string | number>;
  /** Returns every received byte, as text. */
  raw(): string;
  headers: IncomingHttpHeaders[];
  close(): Promise<void>;
};

type Attribute = {
  key: string;
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number };
};
type Export = {
  resourceSpans?: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes?: Attribute[] })[] }[];
  }[];
};

const named = (attributes: Attribute[] = []): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.doubleValue ?? Number(value.intValue),
    ]),
  );

/** Starts a collector of traces for OTLP over HTTP with JSON. `answer` replaces the response 200 by another one, or by none. */
export async function startTraceReceiver(
  answer: (response: ServerResponse) => void = (response) => response.writeHead(200).end('{}'),
): Promise<TraceReceiver> {
  const [spans, headers, bodies]: [ReceivedSpan[], IncomingHttpHeaders[], string[]] = [[], [], []];
  const resource: TraceReceiver['resource'] = {};

  function take(body: string): void {
    bodies.push(body);
    for (const each of (JSON.parse(body) as Export).resourceSpans ?? []) {
      Object.assign(resource, named(each.resource.attributes));
      for (const span of each.scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, attributes: named(span.attributes) });
    }
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      headers.push(request.headers);
      if (request.method === 'POST' && request.url === '/v1/traces') {
        take(Buffer.concat(parts).toString('utf8'));
        answer(response);
      } else response.writeHead(404).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resource,
    headers,
    raw: () => bodies.join('\n'),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
