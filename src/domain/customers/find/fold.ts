const apostrophes = /['‘’ʼ‛`´＇]/gu;
/** Letters that have no decomposition into a letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' };

/**
 * Returns a text in lower case without accents and apostrophes, as the function `customer_find` of the database does with the words
 * of a customer.
 */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .replace(apostrophes, '')
    .replace(/[øłđßæœ]/gu, (letter) => plainLetters[letter] ?? letter);
