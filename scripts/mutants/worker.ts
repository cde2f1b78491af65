// Runs tests inside one worker of Vitest repeatedly, for scripts/mutants/runner.ts: modules stay loaded and the
// database stays up, so that a mutant costs only the time of its tests.
import { relative } from 'node:path';
import { startTests } from 'vitest/internal/browser';
import { TestRunner, vi } from 'vitest';
import type { RunnerTask, RunnerTestFile, RunnerTestSuite } from 'vitest';
import { channelName, type Coverage, type Order, type Outcome } from './orders.ts';

/** Globals that the instrumented code reads and writes. */
interface Instrumented {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number | undefined;
  mutantCoverage?: Coverage;
}
const instrumented: Instrumented = ((globalThis as { __stryker__?: Instrumented }).__stryker__ ??= {});

function idOf(task: RunnerTask): string {
  const names: string[] = [];
  for (let at: RunnerTask | undefined = task; at && at !== task.file; at = at.suite) names.unshift(at.name);
  return [relative(process.cwd(), task.file.filepath), ...names].join(' > ');
}

/** Skips tests that are not requested, and suites without a remaining test, with their set-up; the first requested runs first. */
function narrow(suite: RunnerTestSuite, order: ReadonlyMap<string, number>): number {
  const places = new Map<RunnerTask, number>();
  for (const task of suite.tasks) {
    const at = task.type === 'suite' ? narrow(task, order) : (order.get(idOf(task)) ?? Infinity);
    if (at === Infinity) task.mode = 'skip';
    places.set(task, at);
  }
  suite.tasks.sort((one, other) => places.get(one)! - places.get(other)! || 0);
  return Math.min(Infinity, ...places.values());
}

/** Private members of Vitest's runner that are needed here. */
interface Inside {
  readonly moduleRunner: unknown;
  readonly _otel: Parameters<TestRunner['__setTraces']>[0];
  readonly workerState: {
    filepath: string;
    readonly evaluatedModules: {
      readonly fileToModulesMap: ReadonlyMap<string, Iterable<unknown>>;
      invalidateModule(module: unknown): void;
    };
  };
}

class OneOrder extends TestRunner {
  order: Order | undefined;
  outcome: Outcome = { tests: [] };

  onCollected(files: RunnerTestFile[]): void {
    const { tests, mutant } = this.order ?? {};
    const places = tests && new Map(tests.map((id, place) => [id, place]));
    if (places) for (const file of files) narrow(file, places);
    // Only from this point on: a mutant of code that runs while modules load would need a new process.
    instrumented.activeMutant = mutant;
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (this.outcome.failed) suite.mode = 'skip';
    // The set-up of a file belongs to each of its tests.
    instrumented.currentTestId = idOf(suite.file);
    await super.onBeforeRunSuite(suite);
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    if (this.outcome.failed) test.mode = 'skip';
    instrumented.currentTestId = idOf(test);
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test);
    instrumented.currentTestId = idOf(test.file);
    const state = test.result?.state;
    if (state !== 'pass' && state !== 'fail') return;
    this.outcome.tests.push({ id: idOf(test), milliseconds: test.result?.duration ?? 0 });
    if (state === 'fail') this.#fail(idOf(test), test);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (suite.result?.errors?.length) this.#fail(idOf(suite), suite);
  }

  #fail(id: string, { result }: RunnerTask): void {
    this.outcome.failed ??= { id, message: result?.errors?.[0]?.message ?? 'failed without a message' };
  }

  async follow(order: Order): Promise<Outcome> {
    this.order = order;
    this.outcome = { tests: [] };
    Object.assign(instrumented, { hitCount: 0, hitLimit: order.hitLimit });
    for (const file of order.files) {
      if (this.outcome.failed) break;
      const { workerState } = this as unknown as Inside;
      const { evaluatedModules } = workerState;
      for (const module of evaluatedModules.fileToModulesMap.get(file) ?? [])
        evaluatedModules.invalidateModule(module);
      workerState.filepath = file;
      const [tested] = await startTests([file], this);
      if (tested?.result?.errors?.length) this.#fail(idOf(tested), tested);
      Object.assign(instrumented, { activeMutant: undefined, currentTestId: undefined });
      vi.resetConfig();
      vi.restoreAllMocks();
    }
    if (!order.mutant) this.outcome.coverage = instrumented.mutantCoverage;
    this.outcome.isEndless = (instrumented.hitCount ?? 0) > (order.hitLimit ?? Infinity);
    return this.outcome;
  }
}

/* oxlint-disable unicorn/require-post-message-target-origin -- channels between threads have none */

/** Vitest creates one of these for the worker, which then follows orders instead of running a file. */
export default class Worker extends TestRunner {
  async onBeforeCollect(): Promise<void> {
    const own = new OneOrder(this.config);
    // Vitest itself assigns these two to a runner.
    const { moduleRunner, _otel } = this as unknown as Inside;
    Object.defineProperty(own, 'moduleRunner', { value: moduleRunner });
    own.__setTraces(_otel);
    const channel = new BroadcastChannel(channelName);
    await new Promise<void>((resolve) => {
      channel.addEventListener('message', (event) => {
        const { data } = event as unknown as { data: Order | 'end' };
        if (data === 'end') resolve();
        else void own.follow(data).then((outcome) => channel.postMessage(outcome));
      });
      channel.postMessage('ready');
    });
    channel.close();
  }
}
