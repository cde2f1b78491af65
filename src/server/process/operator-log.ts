import type { Config } from '../config.ts';
import { errorSummary } from '../graphql/errors.ts';
import type { WriteLine } from '../ports/write-line.ts';

/** Pino's level numbers, which log collectors recognise. */
const levels = { info: 30, error: 50, fatal: 60 };

/** The operator's log: lines of the start, the jobs and the database. */
export type OperatorLog = {
  readonly say: WriteLine;
  /** Logs why the process does not start, or ends. */
  fatal(line: string, details?: object): void;
};

/** Creates the log: JSON lines in production, like those of requests; plain lines elsewhere. */
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

/** Stream that prints the JSON lines of requests as plain lines. */
export const plainLines = {
  write(json: string): void {
    const { level, msg, time: _, pid: __, hostname: ___, ...details } = JSON.parse(json) as Line;
    const word = level >= levels.error ? 'Error: ' : '';
    console.log(`${word}${msg ?? ''} ${JSON.stringify(details)}`);
  },
};

/**
 * Ends the process after an uncaught error, with one log line without values: Node's own output begins with the error message,
 * which may quote input. Logs Node's warnings too.
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
