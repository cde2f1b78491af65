import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import { addPhoneForm, codeForm } from '../../../domain/inputs/second-step.ts';
import { phonesAtMost } from '../../../domain/accounts/second-step.ts';
import { operation } from '../../pipeline/operation.ts';
import type { TextMessage } from '../../ports/text-messages/port.ts';
import { admitSending, codeMessage, sendCode } from './code-messages.ts';
import { askPassword, personIn, refuseAt, withPassword } from '../../pipeline/password-again.ts';
import { prepared, readSent, sentText } from '../../pipeline/prepared.ts';
import { openChallenge } from './challenges.ts';
import { checkCode } from './check-code.ts';
import {
  access,
  afterConfirming,
  afterDropping,
  type Confirmation,
  gone,
  isRequired,
  lockFacts,
  type Refusable,
  withCode,
} from './own.ts';
import * as store from './store.ts';

const keepPhone = operation({
  name: 'addSecondStepPhone',
  kind: 'write',
  input: z.strictObject({ phone: z.string() }),
  access,
  async run({ input, subject, tx, services, now }): Promise<AddedPhone & { message: TextMessage }> {
    const userId = subject?.ownerId ?? '';
    await lockFacts(tx, userId);
    const known = (await store.findPhones(tx, services, userId)).filter((phone) => phone.confirmed);
    if (known.some(({ number }) => number === input.phone))
      throw refuseAt({ field: 'phone', message: 'field.mfaPhone.known' });
    if (known.length >= phonesAtMost)
      throw refuseAt({ field: 'phone', message: 'field.mfaPhone.tooMany', params: { max: phonesAtMost } });
    const id = await store.addFactor(tx, services, now, { userId, kind: 'sms', value: input.phone });
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
    return { id, session: opened.session, message: codeMessage(services.config, sending) };
  },
});

/** A number that waits for its code. `session` is the handle to confirm it with. */
export type AddedPhone = { id: string; session: string };

/**
 * Keeps a mobile number and sends a code to it; it counts once it is confirmed. Calling it again sends another code.
 * @throws AppError `invalid` at `phone` or `password`, `rate-limited`, `unavailable` when the message did not leave
 */
export const addSecondStepPhone = prepared(keepPhone, async (context, raw, perform): Promise<AddedPhone> => {
  const userId = personIn(context, keepPhone);
  const { phone, password } = readSent(addPhoneForm, raw, ['phone', 'password']);
  await askPassword(context, userId, password);
  const { services, meta } = context;
  await admitSending(services, { userId, address: meta.address, number: phone });
  const { message, ...added } = await perform({ phone });
  await sendCode(services, message);
  return added;
});

const takePhone = operation({
  name: 'confirmSecondStepPhone',
  kind: 'write',
  input: z.strictObject({ session: z.string(), code: z.string() }),
  access,
  async run(work): Promise<Refusable<Confirmation>> {
    const { input, subject, tx, services, now, note } = work;
    const userId = subject?.ownerId ?? '';
    const { on } = await lockFacts(tx, userId);
    const check = await checkCode(tx, services, now, {
      ...input,
      userId,
      purpose: 'add-phone',
      method: 'sms',
    });
    if (!check.ok || check.factorId === null) {
      const refused = check.ok ? gone : check.problem;
      note({ refused: refused.message });
      return { refused };
    }
    await tx
      .updateTable('second_factors')
      .set({ confirmed_at: now })
      .where('id', '=', check.factorId)
      .execute();
    note({ factor: check.factorId });
    return afterConfirming(work, on, 'account.phone-changed', check.factorId);
  },
});

/** Confirms a number by the code that was sent to it. The first factor turns the second step on. */
export const confirmSecondStepPhone = prepared(
  takePhone,
  async (context, raw, perform): Promise<Confirmation> => {
    const userId = personIn(context, takePhone);
    const { code } = readSent(codeForm, raw, ['session', 'code']);
    return withCode(context, userId, () => perform({ session: sentText(raw, 'session'), code }));
  },
);

const dropPhone = operation({
  name: 'removeSecondStepPhone',
  kind: 'write',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access,
  async run(work): Promise<store.SecondStep> {
    const { input, subject, tx, services, note } = work;
    const userId = subject?.ownerId ?? '';
    const { on, factors } = await lockFacts(tx, userId);
    const dropped = await tx
      .deleteFrom('second_factors')
      .where('id', '=', input.id)
      .where('user_id', '=', userId)
      .where('kind', '=', 'sms')
      .returning('confirmed_at')
      .executeTakeFirst();
    if (!dropped) throw new AppError('not-found');
    note({ factor: input.id });
    if (dropped.confirmed_at !== null) await afterDropping(work, on, factors - 1);
    return store.findSecondStep(tx, services, userId, isRequired(work));
  },
});

/**
 * Removes a number. Without another factor the second step goes off with it.
 * @throws AppError `invalid` at `password`, `not-found`; `forbidden` when it is the last factor of staff in production
 */
export const removeSecondStepPhone = withPassword(dropPhone, ['id'], (raw) => ({ id: sentText(raw, 'id') }));
