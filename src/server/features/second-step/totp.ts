import { generateSecret, generateURI, verify } from 'otplib';
import { codeDigits } from '../../../domain/accounts/sign-in/second-step.ts';

/** Seconds for which an app shows a code (RFC 6238). */
const period = 30;

/** Creates a shared secret for an authenticator app: 160 random bits, base32. */
export const newAppSecret = (): string => generateSecret({ length: 20 });

/** Returns the URI that an app scans: the secret, and the names under which the app lists it. */
export const appUri = (email: string, secret: string): string =>
  generateURI({ issuer: 'Wattle', label: email, secret });

/**
 * Returns the time step of a code: the one at `now`, the one before or the one after, because clocks drift; null if the code
 * matches none. The caller must refuse a step that was used before.
 */
export async function appStepOf(secret: string, code: string, now: Date): Promise<number | null> {
  if (!new RegExp(`^[0-9]{${codeDigits}}$`).test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = await verify({ secret, token: code, epoch, period, epochTolerance: period });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
