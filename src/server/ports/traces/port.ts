/**
 * Attributes that a span may have: names from our own code, codes, and the id of a request. Never an id or an address of a
 * person, input, the parameters or the text of a statement, or the message of an error.
 */
export const spanFacts = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'wattle.request_id',
  'wattle.operation',
  'db.system.name',
  'db.operation.name',
  'db.collection.name',
  'wattle.job.event',
  'wattle.job.handler',
  'wattle.job.attempt',
  'wattle.service',
  'wattle.call',
  'error.type',
] as const;

export type SpanFacts = Readonly<Partial<Record<(typeof spanFacts)[number], string | number>>>;

/** Description of one piece of work, for its span. */
export type Part = {
  readonly name: string;
  /** Whether it handles a request, handles a job, calls another service, or is work of this process. */
  readonly kind: 'server' | 'consumer' | 'client' | 'internal';
  readonly facts: SpanFacts;
};

/** Result of a piece of work. */
export type Outcome = { facts?: SpanFacts; error?: unknown };

export type Span = {
  /** The id of its trace; null if the trace is not sampled. */
  readonly traceId: string | null;
  /** Runs work inside the span, with everything that it calls. */
  run<Result>(work: () => Result): Result;
  /** Ends the span. Only the first call counts. */
  end(outcome?: Outcome): void;
};

/** Collector of traces. Undefined if no traces are collected. */
export type Trace = {
  /** Starts a span with a new trace. Ignores parents from outside, such as a `traceparent` header. */
  start(part: Part): Span;
  /** Starts a span under the current one; null if there is no current span or its trace has ended. */
  startUnder(part: Part): Span | null;
  /** Runs work outside the current trace, for work that outlives a request. */
  outside<Result>(work: () => Result): Result;
};

/** Starts work immediately, and ends its span when the work ends. */
async function ending<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work();
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}

/** Runs work in a new trace. */
export function inTrace<Result>(
  trace: Trace | undefined,
  part: Part,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!trace) return work();
  const span = trace.start(part);
  return ending(span, () => span.run(work));
}

/** Runs work in a span of the current trace. */
export function inSpan<Result>(
  trace: Trace | undefined,
  part: Part,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = trace?.startUnder(part);
  return span ? ending(span, () => span.run(work)) : work();
}

/** Runs work in a span that has no spans under it. The work starts immediately, before the rest of the caller's code. */
export function asLeaf<Result>(
  trace: Trace | undefined,
  part: Part,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = trace?.startUnder(part);
  return span ? ending(span, work) : work();
}

/** Reasons to drop spans: the queue was full, or the collector did not accept them. */
export const spanDropReasons = ['queue-full', 'not-handed-over'] as const;

export type SpanDropReason = (typeof spanDropReasons)[number];

/** Counts spans that were dropped. */
export type NoteDropped = (reason: SpanDropReason, spans: number) => void;
