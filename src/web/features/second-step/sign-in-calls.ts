import type { CodeMethod } from '../../../domain/accounts/second-step.ts';
import { postJson, type RestResult } from '../../api/rest.ts';

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

/** Signs in with e-mail and password; with `phone`, the id of a number, has a code sent there (API-34). */
export function signInCall({ email, password }: FirstStep, phone?: string): Promise<RestResult<SignInBody>> {
  const sent = { email, password, type: 'login', ...(phone !== undefined && { phone }) };
  return postJson<SignInBody>('/api/auth/email-password', sent);
}

/** The second step that an answer to signing in asks for; null when the person is in (MFA-01). */
export function secondStepIn(body: SignInBody): SecondStepWanted | null {
  return 'session' in body ? body : null;
}

/** Shows the second step (API-35). */
export function secondStepCall(shown: {
  email: string;
  code: string;
  session: string;
  method: CodeMethod;
}): Promise<RestResult<{ user: object }>> {
  return postJson('/api/auth/cognito_2fa', shown);
}
