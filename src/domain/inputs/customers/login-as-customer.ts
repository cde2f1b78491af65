import { badCharacter, isTooLong } from '../../typed-text/characters.ts';
import type { FieldError } from '../../errors.ts';
import {
  codeMethods,
  codeProblem,
  compactCode,
  readRecoveryCode,
  type CodeMethod,
} from '../../accounts/sign-in/second-step.ts';
import { form, text, tick } from '../form.ts';
import { problem } from '../field-errors.ts';

/** Maximum number of characters of the reason for entering a customer's account; the texts contain this number too. */
const reasonMax = 300;

function reasonErrors(reason: string): FieldError[] {
  if (reason.trim() === '') return problem('reason', 'lac.confirm.reasonMissing');
  if (isTooLong(reason, reasonMax)) return problem('reason', 'lac.confirm.reasonLong');
  const character = badCharacter(reason, true);
  return character ? problem('reason', 'lac.confirm.reasonCharacter', { character }) : [];
}

function codeErrors(code: string, method: string): FieldError[] {
  if (method !== 'recovery') return problem('code', codeProblem(code));
  if (code.trim() === '') return problem('code', 'field.code.required');
  return problem('code', readRecoveryCode(code) === null ? 'field.recovery.invalid' : undefined);
}

/** Proof of a staff member's identity before they enter a customer's account (D-14). */
export type Proof =
  | { by: 'password'; password: string }
  | { by: 'code'; code: string; method: CodeMethod; session: string | null };

type Sent = { reason: string; password: string; code: string; method: string; session: string };

const methodOf = (method: string): CodeMethod => codeMethods.find((known) => known === method) ?? 'app';

const problemsOf = ({ reason, password, code, method }: Sent, byCode: boolean): FieldError[] => [
  ...reasonErrors(reason),
  ...(byCode
    ? codeErrors(code, method)
    : problem('password', password === '' ? 'field.password.required' : undefined)),
];

function proofOf({ password, code, method, session }: Sent, byCode: boolean): Proof {
  if (!byCode) return { by: 'password', password };
  return { by: 'code', code: compactCode(code), method: methodOf(method), session: session || null };
}

/** Form of the dialog. `method` is 'password', or the method of a code. */
export const enterCustomerForm = form(
  { reason: text, method: text, password: text, code: text },
  (values) => problemsOf({ ...values, session: '' }, values.method !== 'password'),
  ({ reason, method, password, code }) =>
    method === 'password'
      ? { reason: reason.trim(), password }
      : { reason: reason.trim(), code: compactCode(code), method: methodOf(method) },
);

/** Form of the same dialog if staff begin a plan with a customer beside them, who has no address for a confirmation (D-56). */
export const beginTogetherForm = form(
  { reason: text, method: text, password: text, code: text, agreed: tick },
  (values) => [
    ...reasonErrors(values.reason),
    ...problem('agreed', values.agreed ? undefined : 'lac.together.agreedMissing'),
    ...problemsOf({ ...values, session: '' }, values.method !== 'password').filter(
      ({ field }) => field !== 'reason',
    ),
  ],
  ({ reason, method, password, code }) =>
    method === 'password'
      ? { reason: reason.trim(), password, agreed: true }
      : { reason: reason.trim(), code: compactCode(code), method: methodOf(method), agreed: true },
);

/**
 * Input for entering a customer's account (POST /api/auth/login-as-customer). A code is used if there is one, else the password.
 */
export const enterCustomerRequest = form(
  {
    ...{ customerId: text, reason: text, password: text, code: text, method: text, session: text },
    // The customer is present and agrees: required for entering an account without an address.
    agreed: tick,
  },
  (values) => [
    ...problem(
      'customerId',
      /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(values.customerId)
        ? undefined
        : 'error.general_error',
    ),
    ...problemsOf(values, values.code !== ''),
  ],
  (values) => ({
    customerId: values.customerId.toLowerCase(),
    reason: values.reason.trim(),
    agreed: values.agreed,
    proof: proofOf(values, values.code !== ''),
  }),
);
