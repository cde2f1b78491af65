import type { CodeMethod } from '../../../domain/accounts/sign-in/second-step.ts';
import { callRest } from '../call.ts';

/**
 * Second step that the server requires after a correct password: the phones that codes can be sent to, the other methods, and its
 * handle of the first step.
 */
export type SecondStepWanted = {
  phones: { id: string; masked: string }[];
  app: boolean;
  recovery: boolean;
  session: string;
  sentTo?: string;
};

/**
 * Credentials of the first step. Both stay in memory until the second step, because every request for a code needs them (API-34).
 */
export type FirstStep = { email: string; password: string };

/** Keeps a masked number on one line. */
export const inOnePiece = (masked: string): string => masked.replaceAll(' ', '\u00a0');

type SignInBody = { user: object } | SecondStepWanted;

/**
 * Signs in with e-mail and password; with `phone`, the id of a number, a code is sent to that number (API-34). @throws ApiError
 */
export function signInCall({ email, password }: FirstStep, phone?: string): Promise<SignInBody> {
  const sent = { email, password, type: 'login', ...(phone !== undefined && { phone }) };
  return callRest<SignInBody>('/api/auth/email-password', sent);
}

/** Returns the second step that a response to signing in requires; null if the person is signed in (MFA-01). */
export function secondStepIn(body: SignInBody): SecondStepWanted | null {
  return 'session' in body ? body : null;
}

/** Sends the second step (API-35). @throws ApiError */
export function secondStepCall(shown: {
  email: string;
  code: string;
  session: string;
  method: CodeMethod;
}): Promise<{ user: object }> {
  return callRest('/api/auth/cognito_2fa', shown);
}
