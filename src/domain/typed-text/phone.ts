import { plainDigits } from './digits.ts';

/** Returns the error of a typed telephone number: missing, or not 8 to 15 digits with the usual separators (GAP-69). */
export function phoneProblem(typed: string): 'required' | 'format' | undefined {
  const phone = plainDigits(typed).trim();
  if (phone === '') return 'required';
  const digits = phone.replaceAll(/\D/g, '').length;
  return /^[+\d\s().-]{1,40}$/.test(phone) && digits >= 8 && digits <= 15 ? undefined : 'format';
}

/** Returns a telephone number for storing: in plain digits, with the typed blanks and separators. */
export const storedPhone = (typed: string): string => plainDigits(typed).trim();
