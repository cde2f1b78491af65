import * as z from 'zod/mini';
import type { Actor, Subject } from '../../../domain/access/access.ts';
import { exportDays } from '../../../domain/accounts/deletion.ts';
import { AppError } from '../../../domain/errors.ts';
import { operation } from '../../pipeline/operation.ts';
import { personIn, withPassword } from '../../pipeline/password-again.ts';
import { prepared } from '../../pipeline/prepared.ts';
import { admit } from '../../pipeline/limit.ts';
import * as store from './export-store.ts';

const own = (actor: Actor): Subject => (actor.kind === 'person' ? { ownerId: actor.userId } : null);

const day = 24 * 60 * 60_000;

/** The copies of everything that a person asked for, newest first (D-19). */
export const dataExports = operation({
  name: 'dataExports',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'account.export', subject: (_, { actor }) => own(actor) },
  run: async ({ subject, tx, now }) => (subject ? store.findExports(tx, subject.ownerId, now) : []),
});

const wantExport = operation({
  name: 'requestDataExport',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'account.export', subject: (_, { actor }) => own(actor) },
  async run({ subject, tx, now, emit, note }) {
    if (!subject) throw new AppError('unauthenticated');
    const { made, row } = await store.startExport(tx, subject.ownerId, now);
    if (made) emit('account.export-wanted', { user_id: subject.ownerId, export_id: row.id });
    note({ made });
    return row;
  },
});

const wantFewExports = prepared(wantExport, async (context, raw, perform) => {
  const userId = personIn(context, wantExport);
  const { services } = context;
  if (!(await store.hasWaiting(services.db, userId))) await admit(services, [['export:account', userId]]);
  return perform(raw);
});

/**
 * Asks for a copy of everything that is kept about the person. While one is being made, asking again gives that one.
 * @throws AppError `invalid` at `password`, `rate-limited`
 */
export const requestDataExport = withPassword(wantFewExports);

/** The archive itself, for the person whose data it holds, as long as it is kept. Each download is recorded. */
export const downloadDataExport = operation({
  name: 'downloadDataExport',
  kind: 'write',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access: { action: 'account.export', subject: (input, { tx }) => store.findReady(tx, input.id) },
  async run({ subject, services, now, note }) {
    if (!subject || subject.expires_at <= now) throw new AppError('not-found');
    note({ export_id: subject.id });
    return { archive: store.openArchive(services, subject), requested_at: subject.requested_at };
  },
});

/** Keeps an archive that a job has made. False when another attempt was faster, or the person is gone. */
export const finishDataExport = operation({
  name: 'finishDataExport',
  kind: 'write',
  input: z.strictObject({ id: z.string().check(z.uuid()), archive: z.custom<Uint8Array>() }),
  access: {
    action: 'account.carryOut',
    subject: (input, { tx }) => store.findWaitingForChange(tx, input.id),
  },
  async run({ input, subject, tx, services, now, emit, note }) {
    if (!subject) return false;
    const expires_at = new Date(now.getTime() + exportDays * day);
    await store.keepArchive(tx, services, { ...subject, archive: input.archive, ready_at: now, expires_at });
    emit('account.export-ready', { user_id: subject.ownerId, export_id: subject.id });
    note({ export_id: subject.id, bytes: input.archive.length });
    return true;
  },
});
