import { describe, expect, it } from 'vitest';
import { errorCodes, type ErrorCode } from '../../domain/errors.ts';
import { catalogue } from '../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../domain/i18n/translator.ts';
import { ApiError } from '../api/errors.ts';
import {
  codeRefusal,
  formRefusal,
  sendRefusal,
  signinRefusal,
  signupRefusal,
  waitProblem,
} from './form-errors.ts';

const said = (problems: readonly { field: string; message: string }[]) =>
  problems.map(({ field, message }) => `${field}: ${message}`);
const common = { field: 'password', message: 'field.password.common' } as const;
const common400 = new ApiError('invalid', { fields: [common] });

describe('a refused sign-up on the page', () => {
  const page = (code: ErrorCode) => said(signupRefusal(new ApiError(code), 'page'));

  it('leaves the fields alone after a 401 and says that it failed [ERR-01]', () => {
    expect(page('unauthenticated')).toEqual(['form: error.signup.failed']);
  });

  it('marks the Medicare number that has an account [ERR-02]', () => {
    expect(page('existingMedicareNumber')).toEqual(['medicareNumber: error.medicareAlreadyExists']);
  });

  it('says of any other failure that the address has an account [ERR-03]', () => {
    for (const code of ['existingUser', 'general_error', 'forbidden', 'conflict', 'invalid'] as const) {
      expect(page(code), code).toEqual(['email: error.duplicateEmail']);
    }
  });

  it('blames no address when no answer came, when it must wait, or when the answer names the fields', () => {
    expect(page('unavailable')).toEqual(['form: error.noAnswer']);
    expect(page('rate-limited')).toEqual(['form: error.wait.seconds']);
    expect(said(signupRefusal(common400, 'page'))).toEqual(['password: field.password.common']);
  });
});

describe('a refused sign-up in the dialog', () => {
  const modal = (code: ErrorCode) => said(signupRefusal(new ApiError(code), 'modal'));

  it('marks the address that has an account [ERR-04]', () => {
    expect(modal('existingUser')).toEqual(['email: error.duplicateEmail']);
  });

  it('never says of another failure that the address has an account [ERR-05]', () => {
    for (const code of errorCodes.filter((each) => each !== 'existingUser')) {
      expect(modal(code), code).not.toContain('email: error.duplicateEmail');
    }
    expect(modal('unauthenticated')).toEqual(['form: error.signup.failed']);
    expect(modal('general_error')).toEqual(['form: error.signup.failed']);
  });
});

describe('a refused sign-in', () => {
  const login = (code: ErrorCode, retryAfter?: number) => signinRefusal(new ApiError(code, { retryAfter }));

  it('says that the address is not checked yet [ERR-12]', () => {
    expect(said(login('requiredEmailConfirmation'))).toEqual(['form: error.emailConfirmation']);
  });

  it('does not tell an unknown address from a wrong password [ERR-14]', () => {
    expect(said(login('unauthenticated'))).toEqual(['form: error.signin.failed']);
  });

  it('says something about every other failure [ERR-15]', () => {
    for (const code of errorCodes) expect(login(code), code).not.toEqual([]);
    expect(said(login('general_error'))).toEqual(['form: error.signin.other']);
    expect(said(login('unavailable'))).toEqual(['form: error.noAnswer']);
  });

  it('says how long to wait, and past a minute the other way in', () => {
    expect(login('rate-limited', 12)).toEqual([
      { field: 'form', message: 'error.wait.seconds', params: { count: 12 } },
    ]);
    expect(login('rate-limited', 61)).toEqual([
      { field: 'form', message: 'error.signin.slowDown', params: { minutes: 2 } },
    ]);
  });
});

describe('a refused second step', () => {
  it('says after a 401 that the code is not right, or what the server says of it [ERR-16]', () => {
    expect(said(codeRefusal(new ApiError('unauthenticated')))).toEqual(['code: error.mfaVerify']);
    const left = { field: 'code', message: 'error.mfa.triesLeft', params: { count: 2 } } as const;
    expect(codeRefusal(new ApiError('unauthenticated', { fields: [left] }))).toEqual([left]);
  });

  it('says something about every other failure', () => {
    for (const code of errorCodes) {
      expect(codeRefusal(new ApiError(code)), code).not.toEqual([]);
      expect(sendRefusal(new ApiError(code)), code).not.toEqual([]);
    }
    expect(said(codeRefusal(new ApiError('rate-limited', { retryAfter: 9 })))).toEqual([
      'form: error.wait.seconds',
    ]);
  });

  it('tells a message that did not leave from no answer, and a password that counts no more from both', () => {
    const failed = { field: 'phone', message: 'error.mfa.sendFailed' } as const;
    expect(sendRefusal(new ApiError('unavailable', { fields: [failed] }))).toEqual([failed]);
    expect(said(sendRefusal(new ApiError('unavailable')))).toEqual(['form: error.noAnswer']);
    expect(said(sendRefusal(new ApiError('unauthenticated')))).toEqual(['form: error.mfa.sessionGone']);
  });
});

describe('how long to wait', () => {
  const en = translatorOf('en', catalogue.en);
  const words = (seconds?: number) => {
    const { message, params } = waitProblem(seconds);
    return en(message, params);
  };

  it('is never too short, and in the unit that people use', () => {
    expect(words(0)).toContain('1 second,');
    expect(words(59.2)).toContain('60 seconds');
    expect(words(61)).toContain('2 minutes');
    expect(words()).toContain('60 seconds');
  });
});

it('a form that sends one thing shows what the server says about its fields', () => {
  expect(formRefusal(common400)).toEqual([common]);
  expect(said(formRefusal(new ApiError('general_error')))).toEqual(['form: error.serverError']);
});
