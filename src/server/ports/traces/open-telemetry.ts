import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as api,
  type Context,
  type Span as ApiSpan,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { ParentBasedSampler, TracerProvider, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import { AppError } from '../../../domain/errors.ts';
import type { Config } from '../../config.ts';
import type { WriteLine } from '../write-line.ts';
import { inBatches } from './batches.ts';
import {
  spanFacts,
  type NoteDropped,
  type Outcome,
  type Part,
  type Span,
  type SpanFacts,
  type Trace,
} from './port.ts';

/** Timeout of one export with all its retries, in milliseconds, and the number of concurrent exports. */
const exporting = { timeoutMillis: 5_000, concurrencyLimit: 4 };

/** How long the shutdown waits for the last spans, in milliseconds. */
const stopPatienceMs = 2_000;

const kinds = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;

/** Form of our own names and codes. */
const allowedValue = /^[\w./:* -]{1,120}$/;

const allowedNames: ReadonlySet<string> = new Set(spanFacts);

/** Returns only the facts that may be exported, whatever the caller passed. */
function allowed(facts: SpanFacts): Record<string, string | number> {
  const attributes: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(facts))
    if (allowedNames.has(name) && (typeof value === 'number' || allowedValue.test(value)))
      attributes[name] = value;
  return attributes;
}

/** Returns the code of an error or its class; never its message, which may quote a value. */
function typeOfError(error: unknown): string {
  if (error instanceof AppError) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? code : error.constructor.name;
}

/** Whether an error is a fault of the product: refused access or invalid input is not. */
const isFault = (error: unknown): boolean =>
  !(error instanceof AppError) || error.code === 'unavailable' || error.code === 'general_error';

/** The current span, and whether its trace has ended: timers that a request started outlive the request. */
type Place = { context: Context; trace: { hasEnded: boolean } };

export type TracesOptions = {
  traces: NonNullable<Config['traces']>;
  dropped: NoteDropped;
  log: WriteLine;
};

export type Traces = Trace & {
  /** Exports the remaining spans, for two seconds at most. */
  stop(): Promise<void>;
};

function createProvider({ traces, dropped, log }: TracesOptions): TracerProvider {
  const exporter = new OTLPTraceExporter({ url: traces.url, headers: { ...traces.headers }, ...exporting });
  return new TracerProvider({
    // No attributes of the machine: its name, its processes and their arguments must not be exported.
    resource: resourceFromAttributes({ 'service.name': 'wattle', 'service.instance.id': randomUUID() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traces.share) }),
    spanProcessors: [inBatches({ exporter, dropped, log })],
  });
}

/**
 * Creates traces with OpenTelemetry, sent to a collector as OTLP over HTTP. Sets no global state, so that servers in one process
 * stay separate.
 */
export function openTelemetry(settings: TracesOptions): Traces {
  const provider = createProvider(settings);
  const tracer = provider.getTracer('wattle');
  const places = new AsyncLocalStorage<Place | undefined>();

  function spanOf(span: ApiSpan, trace: Place['trace'], endsTrace: boolean): Span {
    let hasEnded = false;
    let place: Place | undefined;
    return {
      traceId: span.isRecording() ? span.spanContext().traceId : null,
      run: (work) => places.run((place ??= { context: api.setSpan(ROOT_CONTEXT, span), trace }), work),
      end({ facts, error }: Outcome = {}) {
        if (hasEnded) return;
        hasEnded = true;
        if (endsTrace) trace.hasEnded = true;
        if (facts) span.setAttributes(allowed(facts));
        if (error !== undefined) span.setAttributes(allowed({ 'error.type': typeOfError(error) }));
        if (facts?.['error.type'] !== undefined || (error !== undefined && isFault(error)))
          span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  // Cached, since the parts of operations, statements and calls are always the same objects.
  const known = new WeakMap<Part, { kind: SpanKind; attributes: Record<string, string | number> }>();
  function optionsOf(part: Part) {
    let options = known.get(part);
    if (!options) {
      options = { kind: kinds[part.kind], attributes: allowed(part.facts) };
      known.set(part, options);
    }
    return options;
  }

  return {
    start(part) {
      const options = { kind: kinds[part.kind], attributes: allowed(part.facts) };
      const span = tracer.startSpan(part.name, options, ROOT_CONTEXT);
      // A trace that is not sampled counts as ended, so that no further span is started in it.
      return spanOf(span, { hasEnded: !span.isRecording() }, true);
    },
    startUnder(part) {
      const around = places.getStore();
      if (!around || around.trace.hasEnded) return null;
      return spanOf(tracer.startSpan(part.name, optionsOf(part), around.context), around.trace, false);
    },
    outside: (work) => places.run(undefined, work),
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<void>((done) => (timer = setTimeout(done, stopPatienceMs)));
      await Promise.race([provider.shutdown().catch(() => {}), over]);
      clearTimeout(timer);
    },
  };
}
