/** A part of a text; `number` if it is a telephone number to call. */
export type TelephoneRun = { text: string; number?: true };

/** Emergency number in Australia. */
const emergencyNumber = '000';

/** Splits a text at each of these telephone numbers and at the emergency number. No part of the text is lost. */
export function telephoneRuns(text: string, numbers: readonly string[]): TelephoneRun[] {
  const all = [...numbers, emergencyNumber].filter((number) => number !== '');
  const known = new RegExp(`(?<!\\d ?)(${all.join('|')})(?! ?\\d)`);
  return text
    .split(known)
    .map((part, index): TelephoneRun => (index % 2 === 1 ? { text: part, number: true } : { text: part }))
    .filter((run) => run.text !== '');
}
