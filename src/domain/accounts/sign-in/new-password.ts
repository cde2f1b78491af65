import type { PlainTextKey } from '../../i18n/texts.ts';

/** Shortest and longest password, in characters (SIGNUP-17, D-10). */
export const passwordMin = 8;
export const passwordMax = 128;

/**
 * Returns the errors of a new password, as text keys in the order to show them; [] if it may be used (SIGNUP-17 to 19, D-10).
 * Printable ASCII without spaces. `isCommon` checks the list of common passwords, which only the server has.
 */
export function passwordProblems(password: string, isCommon?: (password: string) => boolean): PlainTextKey[] {
  if (password === '') return ['field.password.required'];
  const problems: PlainTextKey[] = [];
  if (password.length < passwordMin) problems.push('field.password.tooShort');
  if (password.length > passwordMax) problems.push('field.password.tooLong');
  if (!/^[!-~]*$/.test(password)) problems.push('field.password.characters');
  if (!/[a-z]/.test(password)) problems.push('field.password.lowercase');
  if (!/[A-Z]/.test(password)) problems.push('field.password.uppercase');
  if (!/[0-9]/.test(password)) problems.push('field.password.digit');
  if (problems.length === 0 && isCommon?.(password)) problems.push('field.password.common');
  return problems;
}

/**
 * Returns the strength of a password, 1 to 5: one level for each rule met, and the fifth for 12 characters or a special character
 * (GAP-04).
 */
export function passwordStrength(password: string): 1 | 2 | 3 | 4 | 5 {
  const met = [
    password.length >= passwordMin,
    /[a-z]/.test(password),
    /[A-Z]/.test(password),
    /[0-9]/.test(password),
  ];
  const count = met.filter(Boolean).length;
  const extra = count === 4 && (password.length >= 12 || /[^A-Za-z0-9]/.test(password));
  return Math.max(1, count + (extra ? 1 : 0)) as 1 | 2 | 3 | 4 | 5;
}
