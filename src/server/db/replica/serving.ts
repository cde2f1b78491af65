import type { WriteLine } from '../../ports/write-line.ts';
import type { ReplicaProblem } from './replica-facts.ts';

/** Kinds of responses from the replica: an open page, a PDF, a PIN guess; or a refusal, because the replica cannot be trusted. */
export const servedKinds = ['page', 'pdf', 'pin', 'refused'] as const;
export type ServedKind = (typeof servedKinds)[number];

const zero = (): Record<ServedKind, number> => ({ page: 0, pdf: 0, pin: 0, refused: 0 });

export type Serving = ReturnType<typeof createServing>;

/** Counts and logs the times in which the emergency page reads from the replica. */
export function createServing(log: WriteLine) {
  const total = zero();
  let ofOutage = zero();
  let since: Date | null = null;

  const count = (kind: ServedKind) => {
    total[kind] += 1;
    ofOutage[kind] += 1;
  };

  return {
    begin(problemOf: () => ReplicaProblem | null) {
      ofOutage = zero();
      since = new Date();
      log(
        problemOf() === null
          ? 'The primary database does not answer: emergency pages are read from the replica.'
          : 'The primary database does not answer, and the replica cannot be used: emergency pages show the telephone number.',
        'error',
      );
    },
    end() {
      const seconds = since ? Math.round((Date.now() - since.getTime()) / 1_000) : 0;
      since = null;
      const { page, pdf, pin, refused } = ofOutage;
      log(
        `The primary database answers again after ${seconds} seconds. From the replica: ${page} pages, ${pdf} PDFs, ${pin} guesses at PINs; refused: ${refused}.`,
      );
    },
    served: count,
    refused: () => count('refused'),
    since: () => since,
    counts: () => total,
  };
}
