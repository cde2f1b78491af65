import * as z from 'zod/mini';
import type { Actor, Subject } from '../../../domain/access/access.ts';
import { deviceOf, type Device } from '../../../domain/accounts/device.ts';
import { AppError } from '../../../domain/errors.ts';
import { operation } from '../../pipeline/operation.ts';
import { withPassword } from '../../pipeline/password-again.ts';
import { sentText } from '../../pipeline/prepared.ts';
import { endAllSessions } from './sessions.ts';

const own = (actor: Actor): Subject => (actor.kind === 'person' ? { ownerId: actor.userId } : null);

/** One place where a person is signed in. */
export type SessionItem = {
  id: string;
  device: Device;
  created_at: Date;
  last_seen_at: Date;
  /** The one that asks. */
  current: boolean;
};

/** Where a person is signed in: this one first, then the one used last. Without those of staff who are in the account. */
export const sessions = operation({
  name: 'sessions',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'account.sessions', subject: (_, { actor }) => own(actor) },
  async run({ subject, tx, now, meta }): Promise<SessionItem[]> {
    if (!subject) return [];
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

const endOne = operation({
  name: 'endSession',
  kind: 'write',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access: { action: 'account.sessions', subject: (_, { actor }) => own(actor) },
  async run({ input, subject, tx }) {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', '=', input.id)
      .where('user_id', '=', subject?.ownerId ?? '')
      .where('acting_staff_id', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw new AppError('not-found');
    return true;
  },
});

/**
 * Signs the person out at one other place.
 * @throws AppError `invalid` at `password`; `not-found` for a session that is gone or is somebody else's
 */
export const endSession = withPassword(endOne, ['id'], (raw) => ({ id: sentText(raw, 'id') }));

const endOthers = operation({
  name: 'endOtherSessions',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'account.sessions', subject: (_, { actor }) => own(actor) },
  async run({ subject, tx, meta }) {
    if (subject) await endAllSessions(tx, subject.ownerId, meta.sessionId ?? undefined);
    return true;
  },
});

/**
 * Signs the person out everywhere but here. Staff who are in the account are out of it too.
 * @throws AppError `invalid` at `password`
 */
export const endOtherSessions = withPassword(endOthers);
