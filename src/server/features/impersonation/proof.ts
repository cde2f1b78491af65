import { AppError, type FieldError } from '../../../domain/errors.ts';
import type { Proof } from '../../../domain/inputs/customers/login-as-customer.ts';
import { retryConflict } from '../../db/transactions/retry-conflict.ts';
import { checkPassword } from '../../pipeline/passwords/confirm.ts';
import type { Customer } from '../../pipeline/subjects.ts';
import type { Asked } from '../../pipeline/work.ts';
import { checkCode } from '../second-step/api.ts';

/** Input of a call with which a staff member opens a customer's account. */
type Entering = { customerId: string; reason: string; agreed: boolean; proof: Proof };

/**
 * Checks the password or code of a staff member who opens a customer's account. With `stateProblem`, the reason why
 * the account cannot be opened, nothing is checked: the call is refused before the password or code is required.
 * @throws AppError `invalid` at the password or code
 */
export async function confirmEntering(
  asked: Asked<Entering, Customer>,
  stateProblem: AppError | null,
): Promise<{ proven: boolean }> {
  const { actor, input } = asked;
  if (actor.kind !== 'person' || stateProblem) return { proven: false };
  const problem = await proofProblem(asked, actor.userId, input.proof);
  if (problem) throw new AppError('invalid', { fields: [problem] });
  return { proven: true };
}

/** True for a recovery code of the second step, whose use is notified. */
export const usesRecoveryCode = (proof: Proof): boolean => proof.by === 'code' && proof.method === 'recovery';

/** Returns what is wrong with a staff member's password or code; null if it is right. */
async function proofProblem(
  { services, meta, consume }: Asked<Entering, Customer>,
  userId: string,
  proof: Proof,
): Promise<FieldError | null> {
  if (proof.by === 'password') {
    const hash = await checkPassword(services, userId, proof.password);
    return hash !== null ? null : { field: 'password', message: 'error.lac.password' };
  }
  await consume([
    // A right code resets these.
    { counted: ['second-step:account', userId], counts: 'always' },
    { counted: ['second-step:address', meta.address], counts: ['invalid', 'unavailable', 'general_error'] },
  ]);
  const { code, method, session } = proof;
  const given = { userId, purpose: 'login-as-customer', session, code, method } as const;
  // In its own transaction: a wrong code counts, and a right one is used up, whether or not the account is entered.
  const check = await retryConflict(() =>
    services.db.transaction().execute((tx) => checkCode(tx, services, services.clock(), given)),
  );
  return check.ok ? null : check.problem;
}
