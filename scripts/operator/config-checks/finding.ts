/** What a check is about. */
export type Subject =
  | 'variables'
  | 'database'
  | 'keys'
  | 'clock'
  | 'files'
  | 'scanner'
  | 'mail'
  | 'texts'
  | 'payment'
  | 'traces';

/** What one check found, in words without a value of the environment. */
export type Finding = { about: Subject; isRight: boolean; words: string };

export type Found = Omit<Finding, 'about'>;

export const right = (words: string): Found => ({ isRight: true, words });
export const wrong = (words: string): Found => ({ isRight: false, words });

/** Longest time to wait for an answer, in milliseconds. */
export const waitMs = 8_000;
