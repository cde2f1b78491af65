import { faultKinds, kindOfFault, type FaultKind } from '../../ports/fault-kind.ts';
import type { WriteLine } from '../../ports/write-line.ts';

/** A required service, and a call that fails while it is unavailable. */
export type WatchedService = {
  name: string;
  /** @throws whatever a call of the service throws */
  ask(signal: AbortSignal): Promise<unknown>;
};

export type ServiceState = { name: string; isUp: boolean };

/** State of a service with its times. */
export type ServiceFacts = ServiceState & {
  /** When it began to respond, or stopped. */
  since: Date;
  lastAnswer: Date | null;
  /** Kind of the last fault; null while it responds. */
  kind: FaultKind | null;
};

export type ServiceWatch = {
  /** Returns the last state of each service; a service is missing until its first check has ended. */
  states(): readonly ServiceState[];
  /** Returns the same states with their times. */
  facts(): readonly ServiceFacts[];
  stop(): void;
};

type WatchOptions = {
  services: readonly WatchedService[];
  log: WriteLine;
  everyMs?: number;
  patienceMs?: number;
  clock?: () => Date;
};

/** Returns the kind of a fault: adapters use it as the code of their errors. */
function kindOf(fault: unknown): FaultKind {
  const { code } = fault as { code?: unknown };
  return faultKinds.find((kind) => kind === code) ?? kindOfFault(fault);
}

type Known = {
  isUp: boolean;
  since: number;
  lastLine: number;
  sinceAt: Date;
  lastAnswer: Date | null;
  kind: FaultKind | null;
};

/** Interval after which a service that still does not respond is logged again, in milliseconds. */
const againMs = 10 * 60_000;

/**
 * Checks every 10 seconds whether each service responds, also while the product is not used. Logs a service that stops responding
 * at level `error`, with the kind of the fault, and again every ten minutes. When it responds again, logs how many seconds it was
 * unavailable.
 */
export function watchServices({
  services,
  log,
  everyMs = 10_000,
  patienceMs = 5_000,
  clock = () => new Date(),
}: WatchOptions): ServiceWatch {
  const known = new Map<string, Known>();
  const asked = new Set<string>();

  function note(name: string, fault: unknown): void {
    const now = performance.now();
    const before = known.get(name);
    const isUp = fault === undefined;
    const lastAnswer = isUp ? clock() : (before?.lastAnswer ?? null);
    const kind = isUp ? null : kindOf(fault);
    if (before?.isUp === isUp) {
      Object.assign(before, { lastAnswer, kind });
      if (isUp || now - before.lastLine < againMs) return;
      before.lastLine = now;
    } else known.set(name, { isUp, since: now, lastLine: now, sinceAt: clock(), lastAnswer, kind });
    if (kind !== null) log(`No answer from: ${name} (${kind}).`, 'error');
    else if (before) log(`Answers again after ${Math.round((now - before.since) / 1_000)} seconds: ${name}.`);
  }

  async function ask({ name, ask }: WatchedService): Promise<void> {
    // A service that hangs has at most one call at a time.
    if (asked.has(name)) return;
    asked.add(name);
    const signal = AbortSignal.timeout(patienceMs);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    const answer = ask(signal);
    answer.catch(() => {}).finally(() => asked.delete(name));
    await Promise.race([answer, late]).then(
      () => note(name, undefined),
      (fault: unknown) => note(name, fault ?? new Error()),
    );
  }

  const round = () => {
    for (const service of services) void ask(service);
  };
  round();
  const timer = setInterval(round, everyMs);
  timer.unref();
  return {
    states: () => Array.from(known, ([name, { isUp }]) => ({ name, isUp })),
    facts: () =>
      Array.from(known, ([name, { isUp, sinceAt, lastAnswer, kind }]) => ({
        ...{ name, isUp, since: sinceAt, lastAnswer, kind },
      })),
    stop: () => clearInterval(timer),
  };
}
