import { ROOT_CONTEXT } from '@opentelemetry/api';
import { TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import { describe, expect, it, vi } from 'vitest';
import { startTraceReceiver } from '../../../../testing/traces/trace-receiver.ts';
import { inBatches } from './batches.ts';
import { openTelemetry } from './open-telemetry.ts';

type Done = Parameters<SpanExporter['export']>[1];

/** Returns an exporter that keeps each call open until the test ends it. */
function held() {
  const calls: { spans: number; done: Done }[] = [];
  const exporter: SpanExporter = {
    export: (spans, done) => void calls.push({ spans: spans.length, done }),
    shutdown: async () => {},
  };
  return { calls, exporter };
}

function batchesOf(exporter: SpanExporter) {
  const [lines, dropped]: [string[], [string, number][]] = [[], []];
  let time = 0;
  const processor = inBatches({
    exporter,
    log: (line) => void lines.push(line),
    dropped: (reason, spans) => void dropped.push([reason, spans]),
    now: () => time,
  });
  const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer('test');
  return {
    lines,
    dropped,
    processor,
    pass: (ms: number) => void (time += ms),
    makeSpans(count: number) {
      for (let each = 0; each < count; each += 1) tracer.startSpan('span', {}, ROOT_CONTEXT).end();
    },
  };
}

describe('spans that wait for the collector', () => {
  it('are at most 2,048: more are dropped and counted', () => {
    const { calls, exporter } = held();
    const { dropped, makeSpans } = batchesOf(exporter);
    makeSpans(512);
    expect(calls.map(({ spans }) => spans)).toEqual([512]);
    makeSpans(2_048);
    expect(dropped).toEqual([]);
    makeSpans(3);
    expect(dropped).toEqual([
      ['queue-full', 1],
      ['queue-full', 1],
      ['queue-full', 1],
    ]);
  });

  it('are dropped and counted if it does not accept them, with one log line every ten minutes and no text of the error', async () => {
    const { calls, exporter } = held();
    const { lines, dropped, makeSpans, pass } = batchesOf(exporter);
    const refused = Object.assign(new Error('secret words'), { code: 401, data: 'secret words' });
    const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7'), { code: 'ECONNREFUSED' });
    for (const error of [refused, away]) {
      makeSpans(512);
      await vi.waitUntil(() => calls.length > 0);
      calls.shift()?.done({ code: 1, error });
    }
    expect(dropped).toEqual([
      ['not-handed-over', 512],
      ['not-handed-over', 512],
    ]);
    expect(lines).toEqual([
      'Traces could not be handed over: password. They are dropped until the collector takes them.',
    ]);
    pass(10 * 60_000);
    makeSpans(512);
    await vi.waitUntil(() => calls.length > 0);
    calls.shift()?.done({ code: 1, error: away });
    expect(lines.at(-1)).toContain('connection');
    expect(lines).toHaveLength(2);
  });
});

const part = { name: 'part', kind: 'internal', facts: {} } as const;

describe('the shutdown', () => {
  it('waits two seconds at most for a collector that hangs', async () => {
    const receiver = await startTraceReceiver(() => {});
    const trace = openTelemetry({
      traces: { url: `${receiver.url}/v1/traces`, headers: {}, share: 1 },
      log: () => {},
      dropped: () => {},
    });
    trace.start(part).end();
    const begun = performance.now();
    await trace.stop();
    // The exporter itself would wait for five.
    expect(performance.now() - begun).toBeLessThan(4_500);
    await receiver.close();
  });

  it('exports the remaining spans', async () => {
    const receiver = await startTraceReceiver();
    const trace = openTelemetry({
      traces: { url: `${receiver.url}/v1/traces`, headers: {}, share: 1 },
      log: () => {},
      dropped: () => {},
    });
    trace.start(part).end();
    await trace.stop();
    expect(receiver.spans.map(({ name }) => name)).toEqual(['part']);
    await receiver.close();
  });
});

describe('a span', () => {
  async function spansOf(share: number, use: (trace: ReturnType<typeof openTelemetry>) => unknown) {
    const receiver = await startTraceReceiver();
    const traces = { url: `${receiver.url}/v1/traces`, headers: {}, share };
    const trace = openTelemetry({ traces, log: () => {}, dropped: () => {} });
    await use(trace);
    await trace.stop();
    await receiver.close();
    return receiver.spans;
  }

  it('has no attribute whose value could come from a person, and no message of an error', async () => {
    const [span] = await spansOf(1, (trace) => {
      const facts = { 'http.route': 'Zoë <zoe@example.org>', 'db.statement': 'select 1' } as object;
      trace.start({ ...part, facts }).end({ error: new RangeError('Zoë') });
    });
    expect(span?.attributes).toEqual({ 'error.type': 'RangeError' });
  });

  it('is not started without a trace, after its trace has ended, or outside of it', async () => {
    const spans = await spansOf(1, async (trace) => {
      expect(trace.startUnder(part)).toBeNull();
      const request = trace.start({ ...part, name: 'request' });
      await request.run(async () => {
        trace.startUnder({ ...part, name: 'within' })?.end();
        expect(trace.outside(() => trace.startUnder(part))).toBeNull();
        request.end();
        expect(trace.startUnder(part)).toBeNull();
      });
    });
    expect(spans.map(({ name }) => name)).toEqual(['within', 'request']);
  });

  it('is not sent if its trace is not sampled, and has no trace id then', async () => {
    const spans = await spansOf(0, (trace) => {
      const request = trace.start(part);
      expect([request.traceId, request.run(() => trace.startUnder(part))]).toEqual([null, null]);
      request.end();
    });
    expect(spans).toEqual([]);
  });
});
