import { formInput } from '../../../domain/inputs/form.ts';
import { codeForm, passwordAgainForm } from '../../../domain/inputs/sign-in/second-step.ts';
import { passwordAgain } from '../../pipeline/passwords/confirm.ts';
import { mailedChange } from '../../pipeline/limits/limit.ts';
import { operation } from '../../pipeline/operation.ts';
import type { Refused } from '../../pipeline/refused.ts';
import { codeAttempts } from './api.ts';
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
import { addFactor, factorPlace } from './store.ts';
import { appStepOf, appUri, newAppSecret } from './totp.ts';

/** Setup data of an authenticator app. Shown once; the app is active after one of its codes was entered. */
export type AppSetup = { secret: string; uri: string };

/** Creates the secret of an authenticator app. An app in use stays until the new one is confirmed. */
export const startSecondStepApp = operation({
  name: 'startSecondStepApp',
  kind: 'write',
  input: formInput(passwordAgainForm),
  access,
  confirm: passwordAgain('password'),
  prepare: { run: ({ subject, consume }) => consume(mailedChange(subject.ownerId)) },
  async run(work): Promise<AppSetup> {
    const { subject, confirmed, tx, services, now } = work;
    await lockFacts(work, confirmed);
    const { email } = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', subject.ownerId)
      .executeTakeFirstOrThrow();
    const secret = newAppSecret();
    await addFactor(tx, services, now, { userId: subject.ownerId, kind: 'totp', value: secret });
    return { secret, uri: appUri(email, secret) };
  },
});

/** Confirms an app by one of its codes, and replaces the previous app. The first factor turns the second step on. */
export const confirmSecondStepApp = operation({
  name: 'confirmSecondStepApp',
  kind: 'write',
  input: formInput(codeForm),
  access,
  limit: ({ subject, meta }) => codeAttempts({ userId: subject.ownerId, address: meta.address }),
  async run(work): Promise<Refused | Confirmation> {
    const { input, subject, tx, services, now, auditDetails, refuse } = work;
    const userId = subject.ownerId;
    const { on } = await lockFacts(work);
    const app = await tx
      .selectFrom('second_factors')
      .select(['id', 'value_sealed'])
      .where('user_id', '=', userId)
      .where('kind', '=', 'totp')
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    const step =
      app && (await appStepOf(services.keyring.open(factorPlace(app.id), app.value_sealed), input.code, now));
    if (!app || step === null || step === undefined) {
      const problem = app ? ({ field: 'code', message: 'error.mfaVerify' } as const) : gone;
      return refuse(invalidAt(problem), { refused: problem.message });
    }
    await tx
      .deleteFrom('second_factors')
      .where('user_id', '=', userId)
      .where('kind', '=', 'totp')
      .where('id', '<>', app.id)
      .execute();
    await tx
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_step: step })
      .where('id', '=', app.id)
      .execute();
    auditDetails({ factor: app.id });
    return afterConfirming(work, on, 'account.app-changed', app.id);
  },
});

/**
 * Removes the authenticator app. Without another factor, the second step is turned off.
 * @throws AppError `invalid` at `password`; `forbidden` when it is the last factor of staff in production
 */
export const removeSecondStepApp = operation({
  name: 'removeSecondStepApp',
  kind: 'write',
  input: formInput(passwordAgainForm),
  access,
  confirm: passwordAgain('password'),
  prepare: { run: ({ subject, consume }) => consume(mailedChange(subject.ownerId)) },
  async run(work) {
    const { subject, confirmed, tx } = work;
    const { on, app, factors } = await lockFacts(work, confirmed);
    await tx
      .deleteFrom('second_factors')
      .where('user_id', '=', subject.ownerId)
      .where('kind', '=', 'totp')
      .execute();
    if (app) await afterDropping(work, on, factors - 1);
    return ownSecondStep(work);
  },
});
