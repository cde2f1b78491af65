import type { CodeMethod } from '../../domain/accounts/second-step.ts';
import { callRest } from './call.ts';

/** What the server wants shown after a right password: where codes can go, by what else, and its handle on the first step. */
export type SecondStepWanted = {
  phones: { id: string; masked: string }[];
  app: boolean;
  recovery: boolean;
  session: string;
  sentTo?: string;
};

/** Who is signing in: both stay in memory until the second step is shown, since each code is asked for with them (API-34). */
export type FirstStep = { email: string; password: string };

/** A masked number that stays on one line. */
export const inOnePiece = (masked: string): string => masked.replaceAll(' ', '\u00a0');

type SignInBody = { user: object } | SecondStepWanted;

/** Signs in with e-mail and password; with `phone`, the id of a number, has a code sent there (API-34). @throws ApiError */
export function signInCall({ email, password }: FirstStep, phone?: string): Promise<SignInBody> {
  const sent = { email, password, type: 'login', ...(phone !== undefined && { phone }) };
  return callRest<SignInBody>('/api/auth/email-password', sent);
}

/** The second step that an answer to signing in asks for; null when the person is in (MFA-01). */
export function secondStepIn(body: SignInBody): SecondStepWanted | null {
  return 'session' in body ? body : null;
}

/** Shows the second step (API-35). @throws ApiError */
export function secondStepCall(shown: {
  email: string;
  code: string;
  session: string;
  method: CodeMethod;
}): Promise<{ user: object }> {
  return callRest('/api/auth/cognito_2fa', shown);
}
