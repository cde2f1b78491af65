/**
 * A text with plain signs in place of the wide ones that Chinese keyboards type, for whatever is made of digits: numbers, codes,
 * dates and what stands between their parts. Other letters stay as they are. Twice gives the same as once (D-43).
 */
export function plainDigits(text: string): string {
  return text.replace(/[\uFF01-\uFF5E\u3000]/gu, (wide) => wide.normalize('NFKC'));
}
