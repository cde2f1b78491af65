import type { ErrorCode, FieldError } from '../../../domain/errors.ts';
import { ApiError } from '../../api/errors.ts';

/** Field name of errors about a form as a whole: no form has such a field, so the error summary shows them. */
const wholeForm = 'form';

/** Returns an error about a form as a whole. */
export function problemOf(message: FieldError['message'], params?: FieldError['params']): FieldError {
  return { field: wholeForm, message, ...(params && { params }) };
}

/** Returns the message with the time to wait before the next try: in seconds up to a minute, then in whole minutes. */
export function waitProblem(seconds = 60): FieldError {
  return seconds <= 60
    ? problemOf('error.wait.seconds', { count: Math.max(1, Math.ceil(seconds)) })
    : problemOf('error.wait.minutes', { count: Math.ceil(seconds / 60) });
}

/** Message for an error: one message about the whole form, or a function of the error. */
type Wording = FieldError['message'] | ((error: ApiError) => readonly FieldError[]);

/** Messages of a form for errors: first the texts for their codes, then those of every form, then the fallback. */
export type ErrorWording = {
  texts?: Partial<Record<ErrorCode, Wording>> | undefined;
  fallback?: Wording | undefined;
};

const inWords = (wording: Wording, error: ApiError): readonly FieldError[] =>
  typeof wording === 'function' ? wording(error) : [problemOf(wording)];

/** Messages for errors that a retry cannot fix, because the page is out of date. */
const stale: Partial<Record<ErrorCode, FieldError['message']>> = {
  conflict: 'error.changedMeanwhile',
  'not-found': 'error.changedMeanwhile',
  forbidden: 'error.notAllowed',
};

/** Returns the messages for an error of a call, in a form or beside a button. */
export function formErrors(error: ApiError, { texts, fallback }: ErrorWording = {}): readonly FieldError[] {
  const own = texts?.[error.code];
  if (own !== undefined) return [...inWords(own, error), ...referenceProblem(error)];
  if (error.code === 'rate-limited') return [waitProblem(error.retryAfter)];
  // Messages of the server come first, whatever the code.
  if (error.fields.length > 0) return error.fields;
  if (error.code === 'too-large') return [problemOf('error.tooLarge')];
  if (error.code === 'unavailable') return [problemOf('error.noAnswer')];
  return [
    ...inWords(fallback ?? stale[error.code] ?? 'error.serverError', error),
    ...referenceProblem(error),
  ];
}

/** Returns the message with the support reference of a server error. */
function referenceProblem({ reference }: ApiError): readonly FieldError[] {
  return reference === undefined ? [] : [problemOf('error.reference', { reference })];
}

/** Returns an error for which a form shows only this message. */
export const saying = (message: FieldError['message'], params?: FieldError['params']): ApiError =>
  new ApiError('invalid', { fields: [problemOf(message, params)] });
