import { plainDigits } from './digits.ts';

/** What is wrong with a telephone number as it is typed: missing, or not 8 to 15 digits with the signs that people write (GAP-69). */
export function phoneProblem(typed: string): 'required' | 'format' | undefined {
  const phone = plainDigits(typed).trim();
  if (phone === '') return 'required';
  const digits = phone.replaceAll(/\D/g, '').length;
  return /^[+\d\s().-]{1,40}$/.test(phone) && digits >= 8 && digits <= 15 ? undefined : 'format';
}

/** A telephone number as it is stored: in plain digits, with the blanks and signs that were typed between them. */
export const storedPhone = (typed: string): string => plainDigits(typed).trim();
