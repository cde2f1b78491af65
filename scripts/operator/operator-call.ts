import { randomUUID } from 'node:crypto';
import type { AppError } from '../../src/domain/errors.ts';
import type { Context } from '../../src/server/pipeline/context.ts';
import type { WatchedPayments } from '../../src/server/ports/payments/port.ts';
import { administerWith, readCommandLine, type OperatorServices, type Refusals } from './administration.ts';

/** A command about one account, with its words and the reason that the trail keeps. */
export type OperatorCall = {
  usage: string;
  /** How many words come before the reason. */
  words: number;
  /** Calls an operation as the product itself. */
  call(context: Context, words: readonly string[], reason: string): Promise<unknown>;
  done(words: readonly string[]): string;
  /** A sentence for each refusal that the operator can do something about. */
  refusals: Refusals;
};

/** What is said of a reason that is refused. */
export const reasonSentence =
  'The reason must have 10 to 200 characters and name no one: write how it was checked, or the number of the request.';

function readWords(usage: string, count: number): { words: string[]; reason: string } | null {
  const line = readCommandLine('reason');
  const reason = line?.options.reason;
  if (line?.words.length === count && reason !== undefined) return { words: line.words, reason };
  console.error(`Usage: ${usage}`);
  return null;
}

/** What an operation needs that a command of the operator calls, and nothing that such a command has no use for. */
export function operatorContext(services: OperatorServices, payments: WatchedPayments | null): Context {
  const unused = () => Promise.reject(new Error('A command of the operator has no such service.'));
  return {
    services: {
      ...services,
      emergencyDb: services.db,
      makePdf: unused,
      textMessages: { send: unused },
      objectStore: {
        put: unused,
        delete: unused,
        get: () => {
          throw new Error('A command of the operator reads no file.');
        },
      },
      virusScan: { isClean: unused },
      payments,
      // The server finds the events by itself within seconds.
      eventsWaiting: () => {},
      onNews: () => () => {},
      whenInUse: Promise.resolve(),
      accessRefused: () => {},
    },
    actor: { kind: 'system' },
    meta: { requestId: randomUUID(), address: 'local', userAgent: null, language: 'en', sessionId: null },
  };
}

/** Runs the command and ends with its exit code: 0 when it was done, 1 with a sentence when not. */
export async function callAsOperator({ usage, words, call, done, refusals }: OperatorCall): Promise<void> {
  const given = readWords(usage, words);
  if (given === null) {
    process.exitCode = 1;
    return;
  }
  const sentenceFor = ({ code, fields }: AppError) => {
    const sentence = fields.some(({ field }) => field === 'reason') ? reasonSentence : refusals[code];
    return sentence && `${sentence} Nothing was changed.`;
  };
  await administerWith(sentenceFor, async (services) => {
    const context = operatorContext(services, null);
    await call(context, given.words, given.reason);
    console.log(done(given.words));
  });
}
