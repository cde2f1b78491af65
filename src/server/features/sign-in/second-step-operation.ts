import * as z from 'zod/mini';
import { AppError, type FieldError } from '../../../domain/errors.ts';
import { formInput } from '../../../domain/inputs/form.ts';
import { secondStepRequest } from '../../../domain/inputs/sign-in/second-step.ts';
import { operation } from '../../pipeline/operation.ts';
import type { Refused } from '../../pipeline/refused.ts';
import { nothing } from '../../pipeline/subjects.ts';
import { checkCode, codeAttempts, findChallengedUser } from '../second-step/api.ts';
import { startSignedInSession, type SignedIn } from './api.ts';
import { getCredentialsForChange, mayEnter } from './credentials.ts';

const gone: FieldError = { field: 'code', message: 'error.mfa.sessionGone' };

const refusal = (problem: FieldError) => new AppError('unauthenticated', { fields: [problem] });

/**
 * Signs in with the second step (API-35): the code, and the handle from the first step.
 * @throws AppError `unauthenticated` with the text at the field `code`; `rate-limited`
 */
export const verifySecondStep = operation({
  name: 'verifySecondStep',
  kind: 'write',
  input: formInput(secondStepRequest, { redirect: z.optional(z.unknown()) }),
  access: { action: 'account.signIn', subject: nothing },
  prepare: {
    async run({ input, services, meta, consume }) {
      const userId = await findChallengedUser(services.db, input.session);
      await consume(codeAttempts({ userId, address: meta.address }));
      if (userId === null) throw refusal(gone);
      return { userId };
    },
  },
  async run(work): Promise<Refused | SignedIn> {
    const { input, prepared, tx, services, now, auditDetails, emit, refuse } = work;
    const { userId } = prepared;
    const { email, session, code, method } = input;
    auditDetails({ method }, userId);
    const refused = (problem: FieldError) => refuse(refusal(problem), { refused: problem.message });
    const person = await getCredentialsForChange(tx, userId);
    if (!mayEnter(person) || person.email !== email) return refused(gone);
    const check = await checkCode(tx, services, now, { userId, session, code, method, purpose: 'sign-in' });
    if (!check.ok) return refused(check.problem);
    if (method === 'recovery') emit('account.recovery-used', { user_id: userId });
    return startSignedInSession(work, person, now);
  },
});
