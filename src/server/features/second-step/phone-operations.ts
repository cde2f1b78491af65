import * as z from 'zod/mini';
import { phonesAtMost } from '../../../domain/accounts/sign-in/second-step.ts';
import { AppError } from '../../../domain/errors.ts';
import { formInput, text } from '../../../domain/inputs/form.ts';
import { addPhoneForm, codeForm, passwordAgainForm } from '../../../domain/inputs/sign-in/second-step.ts';
import { passwordAgain } from '../../pipeline/passwords/confirm.ts';
import { mailedChange } from '../../pipeline/limits/limit.ts';
import { operation } from '../../pipeline/operation.ts';
import type { Refused } from '../../pipeline/refused.ts';
import type { TextMessage } from '../../ports/text-messages/port.ts';
import { checkCode, codeAttempts, findPhones, sendCode, sendingTries } from './api.ts';
import { openChallenge } from './challenges.ts';
import { codeMessage } from './code-messages.ts';
import {
  access,
  afterConfirming,
  afterDropping,
  type Confirmation,
  gone,
  invalidAt,
  lockFacts,
  ownSecondStep,
} from './confirmation.ts';
import { addFactor } from './store.ts';

/** An unconfirmed number. `session` is the handle for its confirmation. */
export type AddedPhone = { id: string; session: string };

/**
 * Stores a mobile number and sends a code to it; the number is active after confirmation. Calling it again sends another code.
 * @throws AppError `invalid` at `phone` or `password`, `rate-limited`, `unavailable` when the message was not sent
 */
export const addSecondStepPhone = operation({
  name: 'addSecondStepPhone',
  kind: 'write',
  input: formInput(addPhoneForm),
  access,
  confirm: passwordAgain('password'),
  prepare: {
    // After the password check, so that a message counts only if it can be sent.
    run: ({ input, subject, meta, consume }) =>
      consume(sendingTries({ userId: subject.ownerId, address: meta.address, number: input.phone })),
  },
  async run(work): Promise<AddedPhone & { message: TextMessage; ownerId: string }> {
    const { input, subject, confirmed, tx, services, now } = work;
    const userId = subject.ownerId;
    await lockFacts(work, confirmed);
    const known = (await findPhones(tx, services, userId)).filter((phone) => phone.confirmed);
    if (known.some(({ number }) => number === input.phone))
      throw invalidAt({ field: 'phone', message: 'field.mfaPhone.known' });
    if (known.length >= phonesAtMost)
      throw invalidAt({ field: 'phone', message: 'field.mfaPhone.tooMany', params: { max: phonesAtMost } });
    const id = await addFactor(tx, services, now, { userId, kind: 'sms', value: input.phone });
    const opened = await openChallenge(tx, services.secrets, now, {
      userId,
      purpose: 'add-phone',
      factorId: id,
    });
    const { language } = await tx
      .selectFrom('users')
      .select('language')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const code = opened.code ?? '';
    const sending = { to: input.phone, code, language, purpose: 'add-phone' } as const;
    const message = codeMessage(services.config, sending);
    return { id, session: opened.session, message, ownerId: userId };
  },
  async afterCommit({ message, ownerId, ...added }, { services }): Promise<AddedPhone> {
    await sendCode(services, ownerId, message);
    return added;
  },
});

/** Confirms a number by the code that was sent to it. The first factor turns the second step on. */
export const confirmSecondStepPhone = operation({
  name: 'confirmSecondStepPhone',
  kind: 'write',
  input: formInput(codeForm, { session: text }),
  access,
  limit: ({ subject, meta }) => codeAttempts({ userId: subject.ownerId, address: meta.address }),
  async run(work): Promise<Refused | Confirmation> {
    const { input, subject, tx, services, now, auditDetails, refuse } = work;
    const { on } = await lockFacts(work);
    const check = await checkCode(tx, services, now, {
      ...input,
      userId: subject.ownerId,
      purpose: 'add-phone',
      method: 'sms',
    });
    if (!check.ok || check.factorId === null) {
      const problem = check.ok ? gone : check.problem;
      return refuse(invalidAt(problem), { refused: problem.message });
    }
    await tx
      .updateTable('second_factors')
      .set({ confirmed_at: now })
      .where('id', '=', check.factorId)
      .execute();
    auditDetails({ factor: check.factorId });
    return afterConfirming(work, on, 'account.phone-changed', check.factorId);
  },
});

/**
 * Removes a number. Without another factor, the second step is turned off.
 * @throws AppError `invalid` at `password`, `not-found`; `forbidden` when it is the last factor of staff in production
 */
export const removeSecondStepPhone = operation({
  name: 'removeSecondStepPhone',
  kind: 'write',
  input: formInput(passwordAgainForm, { id: z.string().check(z.uuid()) }),
  access,
  confirm: passwordAgain('password'),
  prepare: { run: ({ subject, consume }) => consume(mailedChange(subject.ownerId)) },
  async run(work) {
    const { input, subject, confirmed, tx, auditDetails } = work;
    const { on, factors } = await lockFacts(work, confirmed);
    const dropped = await tx
      .deleteFrom('second_factors')
      .where('id', '=', input.id)
      .where('user_id', '=', subject.ownerId)
      .where('kind', '=', 'sms')
      .returning('confirmed_at')
      .executeTakeFirst();
    if (!dropped) throw new AppError('not-found');
    auditDetails({ factor: input.id });
    if (dropped.confirmed_at !== null) await afterDropping(work, on, factors - 1);
    return ownSecondStep(work);
  },
});
