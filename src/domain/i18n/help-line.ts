/** Returns a telephone number that is kept on one line wherever it is shown. */
export const phoneOnOneLine = (phone: string): string => phone.replaceAll(' ', '\u00a0');

/** Keeps a number and the word after it on one line, as in "5 pm". */
export const hoursOnOneLine = (hours: string): string => hours.replaceAll(/(?<=\d) (?=\S)/g, '\u00a0');

/** Returns the link address of a telephone number. */
export const telephoneHref = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
