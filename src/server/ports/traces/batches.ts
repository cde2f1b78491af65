import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import { kindOfFault, kindOfStatus, type FaultKind } from '../fault-kind.ts';
import type { WriteLine } from '../write-line.ts';
import type { NoteDropped } from './port.ts';

/** Spans that wait at most, and how many go in one call. */
const most = { waiting: 2_048, inCall: 512 };

/** How long spans wait for others, and for how long a call is waited for, in milliseconds. The exporter gives up a second earlier. */
const patience = { gather: 2_000, call: 6_000 };

/** Time between two lines in the log, in milliseconds. */
const againMs = 10 * 60_000;

/** By its codes alone: its words may repeat an address. */
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
 * Hands spans over in batches. A collector that is away, slow or refuses them costs at most `most.waiting` spans of memory and holds up
 * nothing: more are dropped and counted, with one line in the log every ten minutes.
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
      // The library drops these itself and counts them nowhere.
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
