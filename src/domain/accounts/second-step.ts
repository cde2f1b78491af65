import type { Role } from '../access/actors.ts';
import { plainDigits } from '../digits.ts';
import type { PlainTextKey } from '../i18n/texts.ts';

/** Digits of a code that is sent by text message or shown by an app (D-12). */
export const codeDigits = 6;
/** How long a code that was sent works, in milliseconds (GAP-12). */
export const codeLife = 5 * 60_000;
/** Maximum number of wrong tries for one sent code (GAP-12). */
export const codeTries = 5;
/** Seconds until another code may be sent (GAP-12). */
export const resendAfter = 30;
/** How long a passed first step waits for its second, in milliseconds. */
export const challengeLife = 15 * 60_000;
/** How many telephone numbers one person may have for codes. */
export const phonesAtMost = 5;
/** How many recovery codes are made at once. */
export const recoveryCount = 10;
/** Random bytes of a recovery code: 80 bits (NIST SP 800-63B, look-up secrets, asks for 20 at least). */
export const recoveryBytes = 10;

/** By what a person shows the second step. */
export const codeMethods = ['sms', 'app', 'recovery'] as const;
export type CodeMethod = (typeof codeMethods)[number];

/** An Australian mobile number as E.164, such as +61491570156, however it was written; null for anything else. */
export function mobileOf(text: string): string | null {
  const typed = plainDigits(text).replace(/[\s().\u2010-\u2015-]/gu, '');
  const match = /^(?:\+61|0061|001161|61)?0?(4\d{8})$/.exec(typed);
  if (!match) return null;
  // Without the country's number, the 0 in front of it has to be there.
  if (typed.startsWith('4')) return null;
  return `+61${match[1]}`;
}

/** A telephone number of which only the last three digits can be read: '*** *** 156' (GAP-12). */
export function maskedPhone(phone: string): string {
  return `*** *** ${lastDigits(phone)}`;
}

/** The last three digits of a telephone number. */
export function lastDigits(phone: string): string {
  return phone.replace(/\D/g, '').slice(-3);
}

/** A code without the blanks that come along when it is pasted, and with plain digits for the wide ones of Chinese keyboards. */
export function compactCode(text: string): string {
  return plainDigits(text).replace(/\s/gu, '');
}

/** What is wrong with a code before it is compared: there is none, or it has other signs than digits (MFA-03). */
export function codeProblem(text: string): PlainTextKey | undefined {
  const code = compactCode(text);
  if (code === '') return 'field.code.required';
  return /^[0-9]+$/.test(code) ? undefined : 'field.code.digits';
}

/** The digits and letters of Crockford's base 32, which has no I, L, O and U: none is taken for another on paper. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A recovery code out of ten random bytes, in four groups of four signs. */
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

/** A recovery code as it is compared, however it was typed: small letters, other blanks and hyphens, O for 0. Null for none. */
export function readRecoveryCode(text: string): string | null {
  const code = plainDigits(text)
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return code.length === 16 && [...code].every((sign) => signs.includes(sign)) ? code : null;
}

/** A secret in groups of four signs, to be read and typed. */
export function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}

/**
 * Whether a person of this role must set up a second step before anything else: staff in production who have none (D-12).
 * `on` says whether they have one.
 */
export function isSecondStepDue({ environment }: { environment: string }, role: Role, on: boolean): boolean {
  return environment === 'prod' && role !== 'user' && !on;
}
