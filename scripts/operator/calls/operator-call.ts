import { randomUUID } from 'node:crypto';
import type { AppError } from '../../../src/domain/errors.ts';
import type { Context } from '../../../src/server/pipeline/context.ts';
import type { WatchedPayments } from '../../../src/server/ports/payments/port.ts';
import { administerWith, readCommandLine, type OperatorServices, type Refusals } from './administration.ts';

/** A command about one account, with its arguments and the reason that the audit trail records. */
export type OperatorCall = {
  usage: string;
  /** Number of arguments before the reason. */
  words: number;
  /** Calls an operation as the system actor. */
  call(context: Context, words: readonly string[], reason: string): Promise<unknown>;
  done(words: readonly string[]): string;
  /** A message for each refusal that the operator can act on. */
  refusals: Refusals;
};

/** Messages for refused reasons. */
export const reasonSentence =
  'The reason must have 10 to 200 characters and name no one: write how it was checked, or the number of the request.';

function readWords(usage: string, count: number): { words: string[]; reason: string } | null {
  const line = readCommandLine('reason');
  const reason = line?.options.reason;
  if (line?.words.length === count && reason !== undefined) return { words: line.words, reason };
  console.error(`Usage: ${usage}`);
  return null;
}

/** Services of an operation that an operator's command calls. Services that such commands never use are missing. */
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
      outgoing: unused,
      residentialCare: {
        check: unused,
        activeResidents: unused,
        sendPlan: unused,
        withdrawPlan: unused,
        papers: unused,
        readPaper: unused,
      },
      hasSimulatedCare: false,
      payments,
      // The server finds the events itself within seconds.
      eventsWaiting: () => {},
      onNews: () => () => {},
      whenInUse: Promise.resolve(),
      accessRefused: () => {},
    },
    actor: { kind: 'system' },
    meta: { requestId: randomUUID(), address: 'local', userAgent: null, language: 'en', sessionId: null },
  };
}

/** Runs the command and ends with its exit code: 0 on success, 1 with a message otherwise. */
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
