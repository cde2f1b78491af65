import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { exportDays } from '../../../../domain/accounts/deletion.ts';
import { AppError } from '../../../../domain/errors.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import { passwordAgainForm } from '../../../../domain/inputs/sign-in/second-step.ts';
import { passwordAgain } from '../../../pipeline/passwords/confirm.ts';
import type { Services } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing, ownAccount } from '../../../pipeline/subjects.ts';
import { findWaiting } from '../api.ts';
import { writeArchive } from './archive.ts';
import { personalFiles } from './archive-files.ts';
import * as store from './export-store.ts';
import { appendToZip } from './zip-append.ts';

const id = z.string().check(z.uuid());

const day = 24 * 60 * 60_000;

/** Returns the copies that a person requested, newest first (D-19). */
export const dataExports = operation({
  name: 'dataExports',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'account.export', subject: ownAccount },
  run: ({ subject, tx, now }) => store.findExports(tx, subject.ownerId, now),
});

/**
 * Requests a copy of all data about the person. While one is being made, another request returns that one.
 * @throws AppError `invalid` at `password`, `rate-limited`
 */
export const requestDataExport = operation({
  name: 'requestDataExport',
  kind: 'write',
  input: formInput(passwordAgainForm),
  access: { action: 'account.export', subject: ownAccount },
  confirm: passwordAgain('password'),
  prepare: {
    /** Counted after the password check, and only for a request that makes another copy. */
    async run({ subject: { ownerId }, services, consume }) {
      if (await store.hasWaiting(services.db, ownerId)) return;
      await consume([{ counted: ['export:account', ownerId], counts: 'always' }]);
    },
  },
  async run({ subject, tx, now, emit, auditDetails }) {
    const { made, row } = await store.startExport(tx, subject.ownerId, now);
    if (made) emit('account.export-wanted', { user_id: subject.ownerId, export_id: row.id });
    auditDetails({ made });
    return row;
  },
});

/** Returns the archive itself to its person, while it is stored. Each download is recorded. */
export const downloadDataExport = operation({
  name: 'downloadDataExport',
  kind: 'write',
  input: z.strictObject({ id }),
  access: { action: 'account.export', subject: (input, { tx }) => store.findReady(tx, input.id) },
  async run({ subject, services, now, auditDetails }) {
    if (subject.expires_at <= now) throw new AppError('not-found');
    auditDetails({ export_id: subject.id });
    const pieces = appendToZip(
      store.readArchive(services, subject),
      personalFiles(services, subject.ownerId),
    );
    return { pieces, requested_at: subject.requested_at };
  },
});

type Made = { attempt: string; bytes: number };

/** Makes an archive and stores its parts; null if the person is deleted. */
async function makeArchive(
  services: Services,
  wanted: { exportId: string; userId: string },
  now: Date,
): Promise<Made | null> {
  const attempt = randomUUID();
  let bytes = 0;
  let number = 0;
  try {
    const made = await writeArchive(services, wanted.userId, now, async (piece) => {
      bytes += piece.length;
      await store.keepPart(services.db, services, { ...wanted, attempt }, (number += 1), piece);
    });
    if (made) return { attempt, bytes };
  } catch (error) {
    await store.forgetParts(services.db, wanted.exportId, attempt).catch(() => {});
    throw error;
  }
  return null;
}

/**
 * Makes the requested archive and stores it. False if another attempt was faster, or the person is deleted.
 * @throws AppError `unavailable` if the PDF cannot be made now
 */
export const finishDataExport = operation({
  name: 'finishDataExport',
  kind: 'write',
  input: z.strictObject({ id }),
  access: { action: 'account.carryOut', subject: nothing },
  prepare: {
    async run({ input, services, now }) {
      const waiting = await findWaiting(services.db, input.id);
      return waiting && makeArchive(services, { exportId: input.id, userId: waiting.userId }, now);
    },
  },
  async run({ input, prepared: archive, tx, now, emit, auditDetails }) {
    if (!archive) return false;
    const { attempt, bytes } = archive;
    const waiting = await store.findWaitingForChange(tx, input.id);
    if (!waiting) {
      await store.forgetParts(tx, input.id, attempt);
      return false;
    }
    const expires_at = new Date(now.getTime() + exportDays * day);
    await store.finishArchive(tx, { id: waiting.id, attempt, ready_at: now, expires_at });
    emit('account.export-ready', { user_id: waiting.userId, export_id: waiting.id });
    auditDetails({ export_id: waiting.id, bytes }, waiting.userId);
    return true;
  },
});
