import { plainDigits } from '../typed-text/digits.ts';

/**
 * Returns the digits of a passcode as people type it: blanks and hyphens between the digits are ignored, and full-width digits are
 * accepted.
 */
export const readPasscode = (typed: string): string => plainDigits(typed.slice(0, 100)).replace(/[\s-]/g, '');

/** Returns a passcode in two groups, for reading. */
export const groupedPasscode = (passcode: string): string =>
  `${passcode.slice(0, passcode.length / 2)} ${passcode.slice(passcode.length / 2)}`;
