import { faultKinds, kindOfFault, type FaultKind } from '../ports/fault-kind.ts';
import type { WriteLine } from '../ports/write-line.ts';

/** A service that the product needs, and a question that fails while it is away. */
export type WatchedService = {
  name: string;
  /** @throws whatever a call of the service throws */
  ask(signal: AbortSignal): Promise<unknown>;
};

export type ServiceState = { name: string; isUp: boolean };

export type ServiceWatch = {
  /** How each service answered the last time. None before the first round is over. */
  states(): readonly ServiceState[];
  stop(): void;
};

type WatchOptions = {
  services: readonly WatchedService[];
  log: WriteLine;
  everyMs?: number;
  patienceMs?: number;
};

/** The kind of a fault: adapters give it as the code of their errors. */
function kindOf(fault: unknown): FaultKind {
  const { code } = fault as { code?: unknown };
  return faultKinds.find((kind) => kind === code) ?? kindOfFault(fault);
}

type Known = { isUp: boolean; since: number; lastLine: number };

/** Time after which a service that still gives no answer is logged again, in milliseconds. */
const againMs = 10 * 60_000;

/**
 * Asks each service every 10 seconds whether it answers, also while no person uses the product. One that stops answering is named in the
 * log at level `error`, and again every ten minutes, with the kind of the fault; once it answers again, with the seconds it was away.
 */
export function watchServices({
  services,
  log,
  everyMs = 10_000,
  patienceMs = 5_000,
}: WatchOptions): ServiceWatch {
  const known = new Map<string, Known>();
  const asked = new Set<string>();

  function note(name: string, fault: unknown): void {
    const now = performance.now();
    const before = known.get(name);
    const isUp = fault === undefined;
    if (before?.isUp === isUp) {
      if (isUp || now - before.lastLine < againMs) return;
      before.lastLine = now;
    } else known.set(name, { isUp, since: now, lastLine: now });
    if (!isUp) log(`No answer from: ${name} (${kindOf(fault)}).`, 'error');
    else if (before) log(`Answers again after ${Math.round((now - before.since) / 1_000)} seconds: ${name}.`);
  }

  async function ask({ name, ask }: WatchedService): Promise<void> {
    // One that hangs is asked once at a time.
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
    stop: () => clearInterval(timer),
  };
}
