import type { Config } from '../config.ts';
import { errorSummary } from '../graphql/errors.ts';
import type { WriteLine } from '../ports/write-line.ts';

/** Pino's numbers, which collectors of logs know. */
const levels = { info: 30, error: 50, fatal: 60 };

/** Where the lines go that the operator reads: those of the start, of the jobs and of the database. */
export type OperatorLog = {
  readonly say: WriteLine;
  /** Why the process does not start or go on. */
  fatal(line: string, details?: object): void;
};

/** Lines of JSON in production, like those of requests; plain ones for a person who tries the product. */
export function createOperatorLog(environment: Config['environment']): OperatorLog {
  if (environment !== 'prod') {
    return {
      say: (line, level = 'info') => (level === 'error' ? console.error(line) : console.log(line)),
      fatal: (line, details) => console.error(...(details ? [line, details] : [line])),
    };
  }
  const write = (stream: NodeJS.WriteStream, level: number, line: string, details?: object) =>
    stream.write(
      `${JSON.stringify({ level, time: Date.now(), pid: process.pid, ...details, msg: line.trim() })}\n`,
    );
  return {
    say: (line, level = 'info') =>
      void write(level === 'error' ? process.stderr : process.stdout, levels[level], line),
    fatal: (line, details) => void write(process.stderr, levels.fatal, line, details),
  };
}

type Line = Record<string, unknown> & { level: number; msg?: string };

/** Takes the lines of requests, which come as JSON, and prints them as plain ones. */
export const plainLines = {
  write(json: string): void {
    const { level, msg, time: _, pid: __, hostname: ___, ...details } = JSON.parse(json) as Line;
    const word = level >= levels.error ? 'Error: ' : '';
    console.log(`${word}${msg ?? ''} ${JSON.stringify(details)}`);
  },
};

/**
 * What was thrown where nothing catches it ends the process, with one line that holds no values: a stack as Node prints it
 * begins with the message, which may quote what was sent. Warnings of Node itself become lines of the log too.
 */
export function logFaults(log: OperatorLog): void {
  const end = (error: unknown) => {
    log.fatal('A fault ended the server.', { err: errorSummary(error) });
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.say(`${name}: ${message}`));
}
