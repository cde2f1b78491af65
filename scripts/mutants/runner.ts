/* oxlint-disable unicorn/require-post-message-target-origin -- channels between threads have none */
// A test runner for StrykerJS: one Vitest process for all mutants, where Stryker's Vitest runner starts one for each.
import { dirname, relative } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { channelName, type Order, type Outcome } from './orders.ts';

interface MutantRun {
  readonly activeMutant: { readonly id: string };
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
  readonly sandboxFileName: string;
}

const isOf = (id: string, path: string) => id.startsWith(`${relative(process.cwd(), path)} > `);

class OneProcess {
  #vitest: Vitest | undefined;
  #files: string[] = [];
  #kills = 0;
  #isInDoubt = false;
  readonly #passed = new Set<string>();
  readonly #times = new Map<string, number>();
  readonly #channel = new BroadcastChannel(channelName);

  capabilities(): { reloadEnvironment: boolean } {
    return { reloadEnvironment: false };
  }

  #answer<T>(): Promise<T> {
    return new Promise((resolve) => {
      const hear = (event: unknown) => resolve((event as { data: T }).data);
      this.#channel.addEventListener('message', hear, { once: true });
    });
  }

  #order(order: Order): Promise<Outcome> {
    const answer = this.#answer<Outcome>();
    this.#channel.postMessage(order);
    return answer;
  }

  async init(): Promise<void> {
    process.env['NODE_ENV'] = 'test';
    process.env['VITEST'] = '1';
    this.#vitest = await createVitest('test', {
      config: 'vitest.mutants.config.ts',
      watch: false,
      reporters: [{}],
    });
    const specifications = await this.#vitest.globTestSpecifications();
    this.#files = specifications.map(({ moduleId }) => moduleId);
    const ready = this.#answer();
    // Ends with the worker, on dispose.
    void this.#vitest.runTestSpecifications(specifications.slice(0, 1));
    await ready;
  }

  async dryRun(): Promise<unknown> {
    const { failed, tests, coverage } = await this.#order({ files: this.#files });
    if (failed) return { status: 'error', errorMessage: `${failed.id}: ${failed.message}` };
    for (const { id, milliseconds } of tests) this.#times.set(id, milliseconds);
    // The set-up of a file counts for each of its tests.
    const perTest = { ...coverage?.perTest };
    for (const file of this.#files.map((path) => relative(process.cwd(), path))) {
      const prepared = perTest[file];
      delete perTest[file];
      for (const { id } of tests)
        if (id.startsWith(`${file} > `)) perTest[id] = { ...prepared, ...perTest[id] };
    }
    return {
      status: 'complete',
      tests: tests.map(({ id, milliseconds }) => ({ id, name: id, status: 0, timeSpentMs: milliseconds })),
      mutantCoverage: { static: coverage?.static ?? {}, perTest },
    };
  }

  /**
   * A mutant is killed when its tests fail with it and pass without it: the failed test alone, those up to it, or all tests of
   * the files, which may depend on each other. The run without a mutant is repeated after ten kills; if it fails, a mutant left
   * state behind: the report has an error with the number of doubtful kills, and a new process continues.
   */
  async mutantRun({ activeMutant, testFilter, hitLimit, sandboxFileName }: MutantRun): Promise<unknown> {
    if (this.#isInDoubt) throw new Error('A mutant left something behind.');
    const mutant = activeMutant.id;
    const beside = sandboxFileName.replace(/\.ts$/, '');
    const places = [`${beside}.`, `${beside}-`, dirname(sandboxFileName), ''];
    const distance = (path: string) => places.findIndex((place) => path.startsWith(place));
    const files = this.#files
      .filter((path) => testFilter?.some((id) => isOf(id, path)))
      .toSorted((one, other) => distance(one) - distance(other));
    const timeOf = (id: string) => this.#times.get(id) ?? 0;
    const quickFirst = testFilter?.toSorted((one, other) => timeOf(one) - timeOf(other));
    for (const tests of [quickFirst, undefined]) {
      const { failed, isEndless, ...ran } = await this.#order({ files, tests, mutant, hitLimit });
      const nrOfTests = ran.tests.length;
      if (isEndless) return { status: 'timeout', reason: 'endless' };
      if (!failed) return { status: 'survived', nrOfTests };
      const ids = ran.tests.map(({ id }) => id);
      if (!(await this.#passes(files, ids.includes(failed.id) ? [[failed.id], ids] : [tests]))) continue;
      if (/timed out in \d+ms/.test(failed.message)) return { status: 'timeout', reason: failed.message };
      return { status: 'killed', killedBy: [failed.id], failureMessage: failed.message, nrOfTests };
    }
    this.#isInDoubt = true;
    const errorMessage = `The tests fail without mutant ${mutant} too: the last ${this.#kills % 10} kills are in doubt.`;
    return { status: 'error', errorMessage };
  }

  /** Whether one of these selections of tests passes without a mutant. */
  async #passes(files: readonly string[], choices: (readonly string[] | undefined)[]): Promise<boolean> {
    if (this.#kills++ % 10 === 0) this.#passed.clear();
    for (const tests of choices) {
      const name = JSON.stringify(tests ?? files);
      if (this.#passed.has(name)) return true;
      const asked = files.filter((path) => tests?.some((id) => isOf(id, path)) ?? true);
      if ((await this.#order({ files: asked, tests })).failed) continue;
      this.#passed.add(name);
      return true;
    }
    return false;
  }

  async dispose(): Promise<void> {
    this.#channel.postMessage('end');
    this.#channel.close();
    await this.#vitest?.close();
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'one-process', factory: () => new OneProcess() }];
