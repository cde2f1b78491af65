/** Subject of a check. */
export type Subject =
  | 'variables'
  | 'database'
  | 'keys'
  | 'clock'
  | 'replica'
  | 'files'
  | 'scanner'
  | 'mail'
  | 'texts'
  | 'payment'
  | 'traces';

/** Result of one check, in words without a value of the environment. */
export type Finding = { about: Subject; isRight: boolean; words: string };

export type Found = Omit<Finding, 'about'>;

export const right = (words: string): Found => ({ isRight: true, words });
export const wrong = (words: string): Found => ({ isRight: false, words });

/** Maximum waiting time for a response, in milliseconds. */
export const waitMs = 8_000;
