import type { FieldError } from '../../domain/errors.ts';
import type { ApiError } from '../api/errors.ts';

/** The field name of what is wrong with a form as a whole: no form has such a field, so the error summary says it. */
const wholeForm = 'form';

/** One thing wrong with a form as a whole. */
export function problemOf(message: FieldError['message'], params?: FieldError['params']): FieldError {
  return { field: wholeForm, message, ...(params && { params }) };
}

/** How long to wait before the next try, in words: seconds up to a minute, then whole minutes. */
export function waitProblem(seconds = 60): FieldError {
  return seconds <= 60
    ? problemOf('error.wait.seconds', { count: Math.max(1, Math.ceil(seconds)) })
    : problemOf('error.wait.minutes', { count: Math.ceil(seconds / 60) });
}

/** What a form that sends one thing says to a refusal; `otherwise` when nothing better is known. */
export function formRefusal(
  error: ApiError,
  otherwise: FieldError['message'] = 'error.serverError',
): readonly FieldError[] {
  if (error.code === 'invalid' && error.fields.length > 0) return error.fields;
  if (error.code === 'rate-limited') return [waitProblem(error.retryAfter)];
  if (error.code === 'unavailable') return [problemOf('error.noAnswer')];
  return [problemOf(otherwise)];
}

/** What the sign-in form says to a refusal. A wrong password and an unknown address sound alike (D-11). */
export function signinRefusal(error: ApiError): readonly FieldError[] {
  if (error.code === 'unauthenticated') return [problemOf('error.signin.failed')];
  if (error.code === 'requiredEmailConfirmation') return [problemOf('error.emailConfirmation')];
  if (error.code === 'rate-limited' && error.retryAfter !== undefined && error.retryAfter > 60) {
    return [problemOf('error.signin.slowDown', { minutes: Math.ceil(error.retryAfter / 60) })];
  }
  return formRefusal(error, 'error.signin.other');
}

/** What is said when a code for the second step was not sent. A password that counts no more leads back to sign-in. */
export function sendRefusal(error: ApiError): readonly FieldError[] {
  if (error.code === 'unauthenticated') return [problemOf('error.mfa.sessionGone')];
  if (error.code === 'unavailable' && error.fields.length > 0) return error.fields;
  return formRefusal(error, 'error.mfa.sendFailed');
}

/** What is said to a code that was not taken (ERR-16): the server's words for it, else that it is wrong or too old. */
export function codeRefusal(error: ApiError): readonly FieldError[] {
  if (error.code !== 'unauthenticated') return formRefusal(error);
  return error.fields.length > 0 ? error.fields : [{ field: 'code', message: 'error.mfaVerify' }];
}

/** Where signing up happens: the page, or the dialog over the sign-in page. The source lets them fail differently (CON-28). */
export type SignupPlace = 'page' | 'modal';

/** What the sign-up form says to a refusal. 000 section 8; both places also put the button into its error state. */
export function signupRefusal(error: ApiError, place: SignupPlace): readonly FieldError[] {
  if (error.code === 'existingUser') return [{ field: 'email', message: 'error.duplicateEmail' }];
  if (error.code === 'existingMedicareNumber')
    return [{ field: 'medicareNumber', message: 'error.medicareAlreadyExists' }];
  if (error.code === 'unauthenticated') return [problemOf('error.signup.failed')];
  // No answer, an answer that names the fields, and an answer to wait are none of the source's failures.
  const named = error.code === 'invalid' && error.fields.length > 0;
  if (place === 'modal' || named || error.code === 'unavailable' || error.code === 'rate-limited') {
    return formRefusal(error, 'error.signup.failed');
  }
  return [{ field: 'email', message: 'error.duplicateEmail' }];
}
