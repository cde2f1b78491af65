import { fork, type ChildProcess } from 'node:child_process';
import { AppError } from '../../../domain/errors.ts';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import type { PaperDocument } from '../invoice-document.ts';
import type { PdfReply, PdfRequest } from './pdf-worker.ts';

/** Limits of the pool. The defaults suit a server with 512 MB of free memory. */
export type PdfPoolOptions = {
  /** Receives a line for each lost process; never any content of a plan. */
  log?: (message: string) => void;
  /** The program of the child process. */
  worker?: URL;
  /** Maximum number of waiting documents. Further ones are refused as `unavailable`. */
  queueLimit?: number;
  /** Additional places, only for urgent documents. */
  urgentLimit?: number;
  /** Timeout of one document in milliseconds; then its process is ended. */
  timeout?: number;
  /** Number of documents after which the process is replaced, because the engine keeps some memory of each. */
  recycleAfter?: number;
  /** Resident memory, in bytes, at which the process is replaced earlier. */
  memoryLimit?: number;
};

/** State of the PDF process. */
export type PdfState = {
  lastMade: Date | null;
  /** When creating a PDF first failed after the last success; null if the last attempt succeeded. */
  failingSince: Date | null;
  /** Number of documents in the queue. */
  waiting: number;
};

export type PdfPool = {
  /**
   * Makes the PDF of a document; an urgent one before all waiting ones. Refuses with `unavailable` when too many wait, when it
   * takes too long, or after `close`; any other failure is a fault.
   */
  makePdf(document: PaperDocument, options?: { urgent?: boolean }): Promise<Uint8Array>;
  /** Ends the process and refuses waiting documents. */
  close(): Promise<void>;
  state(): PdfState;
  /** Returns the id of the running process, for tests. Undefined before the first document and between two processes. */
  processId(): number | undefined;
};

type Job = {
  document: PaperDocument;
  urgent: boolean;
  tries: number;
  resolve: (pdf: Uint8Array) => void;
  reject: (error: Error) => void;
};

type Running = { child: ChildProcess; made: number };

/** Maximum number of attempts for a document when its process dies. */
const mostTries = 2;

/**
 * Creates the pool: one child process that typesets documents one after another, started with the first. The engine is native
 * code that processes users' texts. In a separate process it can neither block nor crash the server, and it gets no environment,
 * so no secret. Its output is discarded, because the engine's messages contain the text they are about.
 */
export const createPdfPool = (options: PdfPoolOptions = {}): PdfPool => new ProcessPool(options);

class ProcessPool implements PdfPool {
  readonly #log: PdfPoolOptions['log'];
  readonly #worker: URL;
  readonly #limits: Required<Omit<PdfPoolOptions, 'log' | 'worker'>>;
  /** Paramedics do not wait behind owners. */
  readonly #urgentOnes: Job[] = [];
  readonly #others: Job[] = [];
  #running: Running | undefined;
  #current: Job | undefined;
  #closed = false;
  #lastMade: Date | null = null;
  #failingSince: Date | null = null;

  constructor({
    log,
    worker = new URL('pdf-worker.ts', import.meta.url),
    queueLimit = 50,
    urgentLimit = 50,
    timeout = 10_000,
    recycleAfter = 200,
    memoryLimit = 450_000_000,
  }: PdfPoolOptions) {
    this.#log = log;
    this.#worker = worker;
    this.#limits = { queueLimit, urgentLimit, timeout, recycleAfter, memoryLimit };
  }

  async makePdf(document: PaperDocument, { urgent = false } = {}): Promise<Uint8Array> {
    assertOutsideTransaction('Making a PDF');
    const line = this.#lineOf({ urgent });
    const limit = urgent ? this.#limits.urgentLimit : this.#limits.queueLimit;
    if (this.#closed || line.length >= limit) throw new AppError('unavailable');
    return new Promise((resolve, reject) => {
      line.push({ document, urgent, tries: 0, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const ending = this.#running;
    this.#running = undefined;
    this.#current?.reject(new AppError('unavailable'));
    for (const job of [...this.#urgentOnes.splice(0), ...this.#others.splice(0)])
      job.reject(new AppError('unavailable'));
    if (!ending || ending.child.exitCode !== null || ending.child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => ending.child.once('exit', () => resolve()));
    ending.child.ref();
    ending.child.kill('SIGKILL');
    await ended;
  }

  state(): PdfState {
    const waiting = this.#urgentOnes.length + this.#others.length;
    return { lastMade: this.#lastMade, failingSince: this.#failingSince, waiting };
  }

  processId(): number | undefined {
    return this.#running?.child.pid;
  }

  #lineOf({ urgent }: Pick<Job, 'urgent'>): Job[] {
    return urgent ? this.#urgentOnes : this.#others;
  }

  #start(): Running {
    const child = fork(this.#worker, [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const started: Running = { child, made: 0 };
    child.on('error', () => this.#stop(started));
    child.once('exit', (code, signal) => this.#lose(started, { code, signal }));
    return started;
  }

  #stop(which: Running): void {
    which.child.kill('SIGKILL');
    this.#lose(which, { code: null, signal: 'SIGKILL' });
  }

  /** Handles a lost process: its document returns to the front of the queue once, then is given up. */
  #lose(which: Running, end: { code: number | null; signal: string | null }): void {
    if (this.#running !== which) return;
    this.#running = undefined;
    if (!this.#closed) this.#failingSince ??= new Date();
    this.#log?.(`The PDF process was lost after ${which.made} documents (${JSON.stringify(end)}).`);
    const job = this.#current;
    this.#current = undefined;
    if (job && job.tries < mostTries && !this.#closed) this.#lineOf(job).unshift(job);
    else job?.reject(new AppError('unavailable'));
    this.#next();
  }

  #next(): void {
    if (this.#current || this.#closed) return;
    const job = this.#urgentOnes.shift() ?? this.#others.shift();
    if (!job) {
      this.#setIdle(true);
      return;
    }
    this.#current = job;
    job.tries += 1;
    this.#running ??= this.#start();
    this.#setIdle(false);
    this.#ask(this.#running, job);
  }

  #ask(which: Running, job: Job): void {
    const id = which.made;
    const timer = setTimeout(() => {
      job.tries = mostTries;
      this.#stop(which);
    }, this.#limits.timeout);
    const settle = () => {
      clearTimeout(timer);
      which.child.off('message', answer);
      which.child.off('exit', settle);
    };
    const answer = (message: unknown) => {
      const reply = message as PdfReply;
      if (reply.id !== id) return;
      settle();
      this.#finish(which, job, reply);
    };
    which.child.on('message', answer);
    which.child.once('exit', settle);
    which.child.send({ id, document: job.document } satisfies PdfRequest, (error) => {
      if (error) this.#stop(which);
    });
  }

  #finish(which: Running, job: Job, { pdf, memory }: PdfReply): void {
    this.#current = undefined;
    which.made += 1;
    if (which.made >= this.#limits.recycleAfter || memory > this.#limits.memoryLimit) {
      this.#running = undefined;
      which.child.kill();
    }
    if (pdf) {
      [this.#lastMade, this.#failingSince] = [new Date(), null];
      job.resolve(pdf);
    } else {
      this.#failingSince ??= new Date();
      job.reject(new Error('A document could not be set'));
    }
    this.#next();
  }

  /** An idle process does not keep the server alive. */
  #setIdle(idle: boolean): void {
    const method = idle ? 'unref' : 'ref';
    this.#running?.child[method]();
    this.#running?.child.channel?.[method]();
  }
}
