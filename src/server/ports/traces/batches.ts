import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import { kindOfFault, kindOfStatus, type FaultKind } from '../fault-kind.ts';
import type { WriteLine } from '../write-line.ts';
import type { NoteDropped } from './port.ts';

/** Maximum number of spans in the queue, and in one call. */
const most = { waiting: 2_048, inCall: 512 };

/** How long spans wait for a batch, and timeout of a call, in milliseconds. The exporter's own timeout is a second shorter. */
const patience = { gather: 2_000, call: 6_000 };

/** Minimum time between two lines in the log, in milliseconds. */
const againMs = 10 * 60_000;

/** Returns the kind of an error, from its codes only: its message may quote an address. */
function kindOfExportFault(error: unknown): FaultKind {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'number' ? kindOfStatus(code) : kindOfFault(error);
}

type BatchOptions = {
  exporter: SpanExporter;
  dropped: NoteDropped;
  log: WriteLine;
  now?: () => number;
};

/**
 * Exports spans in batches. If the collector is unavailable or slow or refuses spans, at most `most.waiting` spans are kept in
 * memory and no work is delayed: further spans are dropped and counted, with at most one line in the log every ten minutes.
 */
export function inBatches({
  exporter,
  dropped,
  log,
  now = () => performance.now(),
}: BatchOptions): SpanProcessor {
  let waiting = 0;
  let isStopped = false;
  let lastLine = -Infinity;

  function report(kind: FaultKind): void {
    if (now() - lastLine < againMs) return;
    lastLine = now();
    log(
      `Traces could not be handed over: ${kind}. They are dropped until the collector takes them.`,
      'error',
    );
  }

  const counting: SpanExporter = {
    export(spans, done) {
      waiting -= spans.length;
      exporter.export(spans, ({ code, error }) => {
        const outcome: number = code;
        if (outcome !== 0) {
          dropped('not-handed-over', spans.length);
          report(kindOfExportFault(error));
        }
        // The library would report a failure once more, to its own log.
        done({ code: 0 });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    exporter: counting,
    maxQueueSize: most.waiting,
    maxExportBatchSize: most.inCall,
    scheduledDelayMillis: patience.gather,
    exportTimeoutMillis: patience.call,
  });
  return {
    onStart: () => {},
    onEnd(span: ReadableSpan) {
      if (isStopped) return;
      // The library would drop these without counting them.
      if (waiting >= most.waiting) {
        dropped('queue-full', 1);
        return;
      }
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown() {
      isStopped = true;
      return batches.shutdown();
    },
  };
}
