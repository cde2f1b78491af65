import type { CheckProblem } from '../../../../domain/files/check-problems.ts';

/** What a check reads of a file. */
export type FileReader = {
  size: number;
  /** Bytes from `from` on to before `to`; fewer at the end of the file. */
  read(from: number, to: number): Promise<Buffer>;
};

/** A file that is in memory. */
export const readerOf = (content: Buffer): FileReader => ({
  size: content.length,
  read: (from, to) => Promise.resolve(content.subarray(from, to)),
});

/** Why a file is refused. */
export type ContentProblem = Exclude<CheckProblem, 'broken' | 'notChecked'>;
