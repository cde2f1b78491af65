import { generateSecret, generateURI, verify } from 'otplib';
import { codeDigits } from '../../../domain/accounts/second-step.ts';

/** Seconds that one code of an app is shown (RFC 6238). */
const period = 30;

/** A new shared secret for an authenticator app: 160 random bits, base32. */
export const newAppSecret = (): string => generateSecret({ length: 20 });

/** What an app scans: the secret, and under which names it lists it. */
export const appUri = (email: string, secret: string): string =>
  generateURI({ issuer: 'Wattle', label: email, secret });

/**
 * The time step of a code, out of the one at `now`, the one before and the one after, since clocks drift; null when the code
 * is none of theirs. What takes the code must refuse a step that was taken before.
 */
export async function appStepOf(secret: string, code: string, now: Date): Promise<number | null> {
  if (!new RegExp(`^[0-9]{${codeDigits}}$`).test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = await verify({ secret, token: code, epoch, period, epochTolerance: period });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
