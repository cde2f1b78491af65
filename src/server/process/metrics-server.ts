import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

export type MetricsAddress = { readonly port: number; readonly host: string };

/**
 * Serves the metrics at `/metrics` on a separate port, which no proxy may expose: they show how much the product is used. The
 * server ends with the process.
 * @throws the error of listening
 */
export async function serveMetrics(metrics: Metrics, { port, host }: MetricsAddress): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics
      .text()
      .then((text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text))
      .catch(() => response.writeHead(500).end());
  });
  server.requestTimeout = 10_000;
  server.listen(port, host);
  await once(server, 'listening');
  server.unref();
  return server;
}
