import { normaliseEmail } from '../../fields.ts';
import {
  codeMethods,
  codeProblem,
  compactCode,
  mobileOf,
  readRecoveryCode,
  type CodeMethod,
} from '../../accounts/sign-in/second-step.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

/** Form to choose the number that the code is sent to (MFA-02). `phone` is its id. */
export const choosePhoneForm = form(
  { phone: text },
  ({ phone }) => problem('phone', phone === '' ? 'field.mfaPhone.required' : undefined),
  (values) => values,
);

/** Form for a code that was sent or that an app shows (MFA-03). */
export const codeForm = form(
  { code: text },
  ({ code }) => problem('code', codeProblem(code)),
  ({ code }) => ({ code: compactCode(code) }),
);

/** Form for a recovery code. */
export const recoveryCodeForm = form(
  { code: text },
  ({ code }) => problem('code', recoveryProblem(code)),
  ({ code }) => ({ code: readRecoveryCode(code) ?? '' }),
);

function recoveryProblem(code: string) {
  if (code.trim() === '') return 'field.code.required';
  return readRecoveryCode(code) === null ? 'field.recovery.invalid' : undefined;
}

const passwordProblem = (password: string) =>
  problem('password', password === '' ? 'field.password.required' : undefined);

/** Form for one's password once more before a change to how the account is accessed. */
export const passwordAgainForm = form(
  { password: text },
  ({ password }) => passwordProblem(password),
  (values) => values,
);

/** Form for a new number for codes, with the password. The number is returned as E.164. */
export const addPhoneForm = form(
  { phone: text, password: text },
  ({ phone, password }) => [...problem('phone', mobileProblem(phone)), ...passwordProblem(password)],
  ({ phone, password }) => ({ phone: mobileOf(phone) ?? '', password }),
);

function mobileProblem(phone: string) {
  if (phone.trim() === '') return 'field.phone.required';
  return mobileOf(phone) === null ? 'field.mfaPhone.format' : undefined;
}

const methodOf = (method: string): CodeMethod => codeMethods.find((known) => known === method) ?? 'sms';

/** Input for the second step of signing in (POST /api/auth/cognito_2fa, API-35). Without `method` it is a text message. */
export const secondStepRequest = form(
  { email: text, code: text, session: text, method: text },
  ({ code, method }) =>
    problem('code', methodOf(method) === 'recovery' ? recoveryProblem(code) : codeProblem(code)),
  ({ email, code, session, method }) => ({
    email: normaliseEmail(email),
    code: compactCode(code),
    session,
    method: methodOf(method),
  }),
);
