import * as z from 'zod/mini';
import type { FieldError } from '../../../domain/errors.ts';
import { codeForm } from '../../../domain/inputs/second-step.ts';
import { operation } from '../../pipeline/operation.ts';
import { personIn, withPassword } from '../../pipeline/password-again.ts';
import { prepared, readSent } from '../../pipeline/prepared.ts';
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
import { appStepOf, appUri, newAppSecret } from './totp.ts';

/** What an authenticator app is set up with. Shown once; it counts when a code of it was typed. */
export type AppSetup = { secret: string; uri: string };

const keepApp = operation({
  name: 'startSecondStepApp',
  kind: 'write',
  input: z.strictObject({}),
  access,
  async run({ subject, tx, services, now }): Promise<AppSetup> {
    const userId = subject?.ownerId ?? '';
    const { email } = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const secret = newAppSecret();
    await store.addFactor(tx, services, now, { userId, kind: 'totp', value: secret });
    return { secret, uri: appUri(email, secret) };
  },
});

/** Makes the secret of an authenticator app. An app that is in use stays until the new one is confirmed. */
export const startSecondStepApp = withPassword(keepApp);

const takeApp = operation({
  name: 'confirmSecondStepApp',
  kind: 'write',
  input: z.strictObject({ code: z.string() }),
  access,
  async run(work): Promise<Refusable<Confirmation>> {
    const { input, subject, tx, services, now, note } = work;
    const userId = subject?.ownerId ?? '';
    const { on } = await lockFacts(tx, userId);
    const app = await tx
      .selectFrom('second_factors')
      .select(['id', 'value_sealed'])
      .where('user_id', '=', userId)
      .where('kind', '=', 'totp')
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    const step =
      app &&
      (await appStepOf(services.keyring.open(store.factorPlace(app.id), app.value_sealed), input.code, now));
    if (!app || step === null || step === undefined) {
      const refused: FieldError = app ? { field: 'code', message: 'error.mfaVerify' } : gone;
      note({ refused: refused.message });
      return { refused };
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
    note({ factor: app.id });
    return afterConfirming(work, on, 'account.app-changed', app.id);
  },
});

/** Confirms an app by a code that it shows, in place of the app before. The first factor turns the second step on. */
export const confirmSecondStepApp = prepared(
  takeApp,
  async (context, raw, perform): Promise<Confirmation> => {
    const userId = personIn(context, takeApp);
    const { code } = readSent(codeForm, raw, ['code']);
    return withCode(context, userId, () => perform({ code }));
  },
);

const dropApp = operation({
  name: 'removeSecondStepApp',
  kind: 'write',
  input: z.strictObject({}),
  access,
  async run(work): Promise<store.SecondStep> {
    const { subject, tx, services } = work;
    const userId = subject?.ownerId ?? '';
    const { on, app, factors } = await lockFacts(tx, userId);
    await tx.deleteFrom('second_factors').where('user_id', '=', userId).where('kind', '=', 'totp').execute();
    if (app) await afterDropping(work, on, factors - 1);
    return store.findSecondStep(tx, services, userId, isRequired(work));
  },
});

/**
 * Removes the authenticator app. Without another factor the second step goes off with it.
 * @throws AppError `invalid` at `password`; `forbidden` when it is the last factor of staff in production
 */
export const removeSecondStepApp = withPassword(dropApp);
