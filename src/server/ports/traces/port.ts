/**
 * What a span may say beside its name: names from our own code, codes, and the id of a request. Never an id or an address of a person,
 * what was typed, a parameter or text of a statement, or the message of an error.
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

/** One piece of work as a span shows it. */
export type Part = {
  readonly name: string;
  /** Whether it answers a request, takes up a job, waits for another service, or is work of this process. */
  readonly kind: 'server' | 'consumer' | 'client' | 'internal';
  readonly facts: SpanFacts;
};

/** How a piece of work ended. */
export type Outcome = { facts?: SpanFacts; error?: unknown };

export type Span = {
  /** The id of its trace; null where the trace was not sampled. */
  readonly traceId: string | null;
  /** Runs work and all that it calls inside the span. */
  run<Result>(work: () => Result): Result;
  /** Ends the span. Only the first call counts. */
  end(outcome?: Outcome): void;
};

/** Collects traces. Absent where no traces are collected. */
export type Trace = {
  /** Starts a span that begins a trace of its own. Nothing from outside, such as a `traceparent` header, is taken for its parent. */
  start(part: Part): Span;
  /** Starts a span under the one around it; null where none is around it, or where the whole trace has ended. */
  startUnder(part: Part): Span | null;
  /** Runs work outside of the trace around it, for what outlives a request. */
  outside<Result>(work: () => Result): Result;
};

/** Begins work at once, and ends its span when the work ends. */
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

/** Runs work as a trace of its own. */
export function inTrace<Result>(
  trace: Trace | undefined,
  part: Part,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!trace) return work();
  const span = trace.start(part);
  return ending(span, () => span.run(work));
}

/** Runs work as a span of the trace around it. */
export function inSpan<Result>(
  trace: Trace | undefined,
  part: Part,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = trace?.startUnder(part);
  return span ? ending(span, () => span.run(work)) : work();
}

/** The same for work in which no other span starts. It begins at once, before anything else of the caller. */
export function asLeaf<Result>(
  trace: Trace | undefined,
  part: Part,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = trace?.startUnder(part);
  return span ? ending(span, work) : work();
}

/** Why spans were dropped: too many waited, or the collector did not take them. */
export const spanDropReasons = ['queue-full', 'not-handed-over'] as const;

export type SpanDropReason = (typeof spanDropReasons)[number];

/** Counts spans that were dropped. */
export type NoteDropped = (reason: SpanDropReason, spans: number) => void;
