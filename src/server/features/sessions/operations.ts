import * as z from 'zod/mini';
import { deviceOf, type Device } from '../../../domain/accounts/sign-in/device.ts';
import { AppError } from '../../../domain/errors.ts';
import { formInput } from '../../../domain/inputs/form.ts';
import { passwordAgainForm } from '../../../domain/inputs/sign-in/second-step.ts';
import { passwordAgain } from '../../pipeline/passwords/confirm.ts';
import { operation } from '../../pipeline/operation.ts';
import { ownAccount } from '../../pipeline/subjects.ts';
import { endAllSessions } from './api.ts';

/** One place where a person is signed in. */
export type SessionItem = {
  id: string;
  device: Device;
  created_at: Date;
  last_seen_at: Date;
  /** Whether it is the session of this request. */
  current: boolean;
};

/** Returns where a person is signed in: this session first, then by last use. Without visits of staff in the account. */
export const sessions = operation({
  name: 'sessions',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'account.sessions', subject: ownAccount },
  async run({ subject, tx, now, meta }): Promise<SessionItem[]> {
    const rows = await tx
      .selectFrom('sessions')
      .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
      .where('user_id', '=', subject.ownerId)
      .where('acting_staff_id', 'is', null)
      .where('idle_expires_at', '>', now)
      .where('absolute_expires_at', '>', now)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id')
      .execute();
    const items = rows.map(({ user_agent, ...row }) => ({
      ...row,
      device: deviceOf(user_agent),
      current: row.id === meta.sessionId,
    }));
    return [...items.filter(({ current }) => current), ...items.filter(({ current }) => !current)];
  },
});

/**
 * Signs the person out at one other place.
 * @throws AppError `invalid` at `password`; `not-found` for a session that is gone or is another person's
 */
export const endSession = operation({
  name: 'endSession',
  kind: 'write',
  input: formInput(passwordAgainForm, { id: z.string().check(z.uuid()) }),
  access: { action: 'account.sessions', subject: ownAccount },
  confirm: passwordAgain('password'),
  async run({ input, subject, tx }) {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', '=', input.id)
      .where('user_id', '=', subject.ownerId)
      .where('acting_staff_id', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw new AppError('not-found');
    return true;
  },
});

/**
 * Signs the person out everywhere else. Visits of staff in the account end too.
 * @throws AppError `invalid` at `password`
 */
export const endOtherSessions = operation({
  name: 'endOtherSessions',
  kind: 'write',
  input: formInput(passwordAgainForm),
  access: { action: 'account.sessions', subject: ownAccount },
  confirm: passwordAgain('password'),
  async run({ subject, tx, meta }) {
    await endAllSessions(tx, subject.ownerId, meta.sessionId ?? undefined);
    return true;
  },
});
