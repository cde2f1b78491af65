import type { Config } from '../../../src/server/config.ts';
import { peerOf } from './certificate.ts';
import { failed } from './failure.ts';
import { right, waitMs, wrong, type Found } from './finding.ts';

/** Export request without a span (OpenTelemetry Protocol, "OTLP/HTTP Request"). */
const nothing = JSON.stringify({ resourceSpans: [] });

/** Sends an export without a span to the collector of traces, with the same headers as the server. */
export async function checkTraces({ traces }: Config): Promise<Found> {
  if (!traces) return right('none: no traces are collected');
  try {
    const { ok, status } = await fetch(traces.url, {
      method: 'POST',
      headers: { ...traces.headers, 'content-type': 'application/json' },
      body: nothing,
      redirect: 'manual',
      signal: AbortSignal.timeout(waitMs),
    });
    if (ok) return right('the collector takes them');
    if (status === 401 || status === 403) return wrong('the collector refuses OTEL_EXPORTER_OTLP_HEADERS');
    if (status === 404 || status === 405)
      return wrong(
        'nothing takes traces there: the address is that of a collector over HTTP, without /v1/traces',
      );
    return wrong(`the collector does not take them (${status})`);
  } catch (error) {
    return await failed((error as Error).cause ?? error, peerOf(traces.url));
  }
}
