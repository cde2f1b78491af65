import type { ErrorCode, FieldError } from '../../domain/errors.ts';
import { ApiError } from '../api/errors.ts';

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

/** What is said of an error: one message about the whole, or what the error itself decides. */
type Wording = FieldError['message'] | ((error: ApiError) => readonly FieldError[]);

/** What a form says of errors: first the texts for their codes, then those of every form, then the fallback. */
export type ErrorWording = {
  texts?: Partial<Record<ErrorCode, Wording>> | undefined;
  fallback?: Wording | undefined;
};

const inWords = (wording: Wording, error: ApiError): readonly FieldError[] =>
  typeof wording === 'function' ? wording(error) : [problemOf(wording)];

/** What is said where trying again helps nothing: what the page shows is not so any more. */
const stale: Partial<Record<ErrorCode, FieldError['message']>> = {
  conflict: 'error.changedMeanwhile',
  'not-found': 'error.changedMeanwhile',
  forbidden: 'error.notAllowed',
};

/** What is said of an error of a call, in a form or beside a button. */
export function formErrors(error: ApiError, { texts, fallback }: ErrorWording = {}): readonly FieldError[] {
  const own = texts?.[error.code];
  if (own !== undefined) return [...inWords(own, error), ...referenceProblem(error)];
  if (error.code === 'rate-limited') return [waitProblem(error.retryAfter)];
  // Whatever the code: where the server says what is the matter, that is said.
  if (error.fields.length > 0) return error.fields;
  if (error.code === 'too-large') return [problemOf('error.tooLarge')];
  if (error.code === 'unavailable') return [problemOf('error.noAnswer')];
  return [
    ...inWords(fallback ?? stale[error.code] ?? 'error.serverError', error),
    ...referenceProblem(error),
  ];
}

/** By what the help desk finds a fault of the server. */
function referenceProblem({ reference }: ApiError): readonly FieldError[] {
  return reference === undefined ? [] : [problemOf('error.reference', { reference })];
}

/** An error of which a form says just this. */
export const saying = (message: FieldError['message'], params?: FieldError['params']): ApiError =>
  new ApiError('invalid', { fields: [problemOf(message, params)] });
