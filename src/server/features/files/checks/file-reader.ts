import type { CheckProblem } from '../../../../domain/files/check-problems.ts';

/** Access to the content of a file for its checks. */
export type FileReader = {
  size: number;
  /** Returns the bytes from `from` up to but without `to`; fewer at the end of the file. */
  read(from: number, to: number): Promise<Buffer>;
};

/** Returns a reader of a file in memory. */
export const readerOf = (content: Buffer): FileReader => ({
  size: content.length,
  read: (from, to) => Promise.resolve(content.subarray(from, to)),
});

/** Why a file is refused. */
export type ContentProblem = Exclude<CheckProblem, 'broken' | 'notChecked'>;
