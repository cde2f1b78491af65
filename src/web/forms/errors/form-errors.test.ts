import { translateMessage } from '../../../domain/i18n/texts.ts';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import { ApiError } from '../../api/errors.ts';
import { formErrors, saying, waitProblem } from './form-errors.ts';

const said = (problems: readonly { field: string; message: string }[]) =>
  problems.map(({ field, message }) => `${field}: ${message}`);
const common = { field: 'password', message: 'field.password.common' } as const;
const common400 = new ApiError('invalid', { fields: [common] });

describe('the time to wait', () => {
  const en = translatorOf('en', catalogue.en);
  const words = (seconds?: number) => {
    const { message, params } = waitProblem(seconds);
    return translateMessage(en, message, params);
  };

  it('is never too short, and in a readable unit', () => {
    expect(words(0)).toContain('1 second,');
    expect(words(59.2)).toContain('60 seconds');
    expect(words(61)).toContain('2 minutes');
    expect(words()).toContain('60 seconds');
  });
});

it('shows the server’s message about the fields of a form that sends one value', () => {
  expect(formErrors(common400)).toEqual([common]);
  expect(said(formErrors(new ApiError('general_error')))).toEqual(['form: error.serverError']);
});

it('shows the server’s own message for any kind of error, unless a form has words of its own for the code', () => {
  const noStep = { field: 'form', message: 'error.user.noSecondStep' } as const;
  const refused = new ApiError('conflict', { fields: [noStep] });
  expect(formErrors(refused)).toEqual([noStep]);
  expect(said(formErrors(refused, { texts: { conflict: 'error.user.changed' } }))).toEqual([
    'form: error.user.changed',
  ]);
});

it('a conflict or a removed object is not reported as a server error to be retried', () => {
  const of = (code: 'conflict' | 'not-found' | 'forbidden') => said(formErrors(new ApiError(code)));
  expect(of('conflict')).toEqual(['form: error.changedMeanwhile']);
  expect(of('not-found')).toEqual(['form: error.changedMeanwhile']);
  expect(of('forbidden')).toEqual(['form: error.notAllowed']);
  const own = { fallback: 'error.help.sendFailed' } as const;
  expect(said(formErrors(new ApiError('conflict'), own))).toEqual(['form: error.help.sendFailed']);
});

it('shows a server error with its support reference, whatever other message is shown [R-18]', () => {
  const requestId = '3f2b9c1e-0000-4000-8000-000000000000';
  const fault = new ApiError('general_error', { requestId });
  const reference = { field: 'form', message: 'error.reference', params: { reference: '3f2b9c1e' } };
  expect(formErrors(fault)[1]).toEqual(reference);
  expect(formErrors(fault, { texts: { general_error: 'error.signin.other' } })[1]).toEqual(reference);
  expect(new ApiError('general_error', { requestId: '7F000001:C350' }).reference).toBe('7F000001:C350');
  expect(formErrors(new ApiError('general_error'))).toHaveLength(1);
});

it('shows only the message of an error that has exactly one', () => {
  const texts = { invalid: 'error.help.sendFailed' } as const;
  expect(said(formErrors(saying('error.signin.other')))).toEqual(['form: error.signin.other']);
  expect(said(formErrors(saying('error.signin.other'), { texts }))).toEqual(['form: error.help.sendFailed']);
});
