import type { Role } from '../../access/actors.ts';
import { plainDigits } from '../../typed-text/digits.ts';
import type { PlainTextKey } from '../../i18n/texts.ts';

/** Number of digits of a code sent by text message or shown by an app (D-12). */
export const codeDigits = 6;
/** Lifetime of a sent code, in milliseconds (GAP-12). */
export const codeLife = 5 * 60_000;
/** Maximum number of wrong tries for one sent code (GAP-12). */
export const codeTries = 5;
/** Seconds until another code may be sent (GAP-12). */
export const resendAfter = 30;
/** Lifetime of a passed first step, in milliseconds. */
export const challengeLife = 15 * 60_000;
/** Maximum number of telephone numbers for codes per person. */
export const phonesAtMost = 5;
/** Number of recovery codes made together. */
export const recoveryCount = 10;
/** Random bytes of a recovery code: 80 bits (NIST SP 800-63B, look-up secrets, requires at least 20). */
export const recoveryBytes = 10;

/** Methods of the second step. */
export const codeMethods = ['sms', 'app', 'recovery'] as const;
export type CodeMethod = (typeof codeMethods)[number];

/** Returns an Australian mobile number as E.164, such as +61491570156, from any notation; null for any other text. */
export function mobileOf(text: string): string | null {
  const typed = plainDigits(text).replace(/[\s().\u2010-\u2015-]/gu, '');
  const match = /^(?:\+61|0061|001161|61)?0?(4\d{8})$/.exec(typed);
  if (!match) return null;
  // Without the country code, the leading 0 is required.
  if (typed.startsWith('4')) return null;
  return `+61${match[1]}`;
}

/** Masks a telephone number except its last three digits: '*** *** 156' (GAP-12). */
export function maskedPhone(phone: string): string {
  return `*** *** ${lastDigits(phone)}`;
}

/** Returns the last three digits of a telephone number. */
export function lastDigits(phone: string): string {
  return phone.replace(/\D/g, '').slice(-3);
}

/** Returns a code without pasted blanks, with plain digits in place of full-width ones. */
export function compactCode(text: string): string {
  return plainDigits(text).replace(/\s/gu, '');
}

/** Returns the error of a code before it is compared: it is missing, or has characters other than digits (MFA-03). */
export function codeProblem(text: string): PlainTextKey | undefined {
  const code = compactCode(text);
  if (code === '') return 'field.code.required';
  return /^[0-9]+$/.test(code) ? undefined : 'field.code.digits';
}

/** Digits and letters of Crockford's base 32, which has no I, L, O and U: none can be confused with another on paper. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a recovery code from ten random bytes, in four groups of four characters. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  let bits = 0;
  let held = 0;
  let code = '';
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      code += signs[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** Normalises a typed recovery code for comparison: lower case, other blanks and hyphens, O for 0. Null if it is not a code. */
export function readRecoveryCode(text: string): string | null {
  const code = plainDigits(text)
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return code.length === 16 && [...code].every((sign) => signs.includes(sign)) ? code : null;
}

/** Splits a secret into groups of four characters, for reading and typing. */
export function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}

/**
 * Whether a person with this role must set up a second step before anything else: staff in production who have none (D-12). `on`
 * is true if they have one.
 */
export function isSecondStepDue({ environment }: { environment: string }, role: Role, on: boolean): boolean {
  return environment === 'prod' && role !== 'user' && !on;
}
