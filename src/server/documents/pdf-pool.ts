import { fork, type ChildProcess } from 'node:child_process';
import { AppError } from '../../domain/errors.ts';
import { assertOutsideTransaction } from '../db/outside-transaction.ts';
import type { PaperDocument } from './invoice-document.ts';
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

export type PdfPool = {
  /**
   * Makes the PDF of a document; an urgent one before all waiting ones. Refuses with `unavailable` when too many wait, when it
   * takes too long, or after `close`; any other failure is a fault.
   */
  makePdf(document: PaperDocument, options?: { urgent?: boolean }): Promise<Uint8Array>;
  /** Ends the process and refuses waiting documents. */
  close(): Promise<void>;
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
export function createPdfPool(options: PdfPoolOptions = {}): PdfPool {
  const {
    log,
    worker = new URL('pdf-worker.ts', import.meta.url),
    queueLimit = 50,
    urgentLimit = 50,
    timeout = 10_000,
    recycleAfter = 200,
    memoryLimit = 450_000_000,
  } = options;
  /** Paramedics do not wait behind owners. */
  const urgentOnes: Job[] = [];
  const others: Job[] = [];
  const lineOf = ({ urgent }: Pick<Job, 'urgent'>) => (urgent ? urgentOnes : others);
  let running: Running | undefined;
  let current: Job | undefined;
  let closed = false;

  function start(): Running {
    const child = fork(worker, [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const started: Running = { child, made: 0 };
    child.on('error', () => stop(started));
    child.once('exit', (code, signal) => lose(started, { code, signal }));
    return started;
  }

  function stop(which: Running): void {
    which.child.kill('SIGKILL');
    lose(which, { code: null, signal: 'SIGKILL' });
  }

  /** Handles a lost process: its document returns to the front of the queue once, then is given up. */
  function lose(which: Running, end: { code: number | null; signal: string | null }): void {
    if (running !== which) return;
    running = undefined;
    log?.(`The PDF process was lost after ${which.made} documents (${JSON.stringify(end)}).`);
    const job = current;
    current = undefined;
    if (job && job.tries < mostTries && !closed) lineOf(job).unshift(job);
    else job?.reject(new AppError('unavailable'));
    next();
  }

  function next(): void {
    if (current || closed) return;
    const job = urgentOnes.shift() ?? others.shift();
    if (!job) {
      setIdle(true);
      return;
    }
    current = job;
    job.tries += 1;
    running ??= start();
    setIdle(false);
    ask(running, job);
  }

  function ask(which: Running, job: Job): void {
    const id = which.made;
    const timer = setTimeout(() => {
      job.tries = mostTries;
      stop(which);
    }, timeout);
    const settle = () => {
      clearTimeout(timer);
      which.child.off('message', answer);
      which.child.off('exit', settle);
    };
    function answer(message: unknown): void {
      const reply = message as PdfReply;
      if (reply.id !== id) return;
      settle();
      finish(which, job, reply);
    }
    which.child.on('message', answer);
    which.child.once('exit', settle);
    which.child.send({ id, document: job.document } satisfies PdfRequest, (error) => {
      if (error) stop(which);
    });
  }

  function finish(which: Running, job: Job, { pdf, memory }: PdfReply): void {
    current = undefined;
    which.made += 1;
    if (which.made >= recycleAfter || memory > memoryLimit) {
      running = undefined;
      which.child.kill();
    }
    if (pdf) job.resolve(pdf);
    else job.reject(new Error('A document could not be set'));
    next();
  }

  /** An idle process does not keep the server alive. */
  function setIdle(idle: boolean): void {
    const method = idle ? 'unref' : 'ref';
    running?.child[method]();
    running?.child.channel?.[method]();
  }

  return {
    async makePdf(document, { urgent = false } = {}) {
      assertOutsideTransaction('Making a PDF');
      const line = lineOf({ urgent });
      if (closed || line.length >= (urgent ? urgentLimit : queueLimit)) throw new AppError('unavailable');
      return new Promise((resolve, reject) => {
        line.push({ document, urgent, tries: 0, resolve, reject });
        next();
      });
    },
    async close() {
      closed = true;
      const ending = running;
      running = undefined;
      current?.reject(new AppError('unavailable'));
      for (const job of [...urgentOnes.splice(0), ...others.splice(0)])
        job.reject(new AppError('unavailable'));
      if (!ending || ending.child.exitCode !== null || ending.child.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => ending.child.once('exit', () => resolve()));
      ending.child.ref();
      ending.child.kill('SIGKILL');
      await ended;
    },
    processId: () => running?.child.pid,
  };
}
