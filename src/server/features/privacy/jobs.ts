import type { Events } from '../../../domain/events.ts';
import {
  deletedMail,
  deletionKeptMail,
  deletionMail,
  exportReadyMail,
} from '../../mails/accounts/privacy-mails.ts';
import { customerGoneMail } from '../../mails/customers/removal-mails.ts';
import { byDatabaseClock } from '../../db/clock.ts';
import type { Services } from '../../pipeline/context.ts';
import { ownContext } from '../../pipeline/own-context.ts';
import { providerName } from '../../jobs/provider-name.ts';
import { findPerson, send } from '../../jobs/person-mail.ts';
import type { Handler } from '../../jobs/task.ts';
import { findDeletionDate, findExpiry, findWaiting, giveUpExport, openReceiver } from './api.ts';
import { finishDataExport } from './copy/export-operations.ts';

/** How long making a copy is retried before it is marked as failed, in milliseconds. */
const exportPatience = 60 * 60_000;

/**
 * Makes the requested copy of all data of a person. Run twice, concurrently or in sequence, it makes one.
 * @throws the cause of a failure while a retry may succeed
 */
export async function makeExport(called: Services, exportId: string): Promise<void> {
  const waiting = await findWaiting(called.db, exportId);
  if (!waiting) return;
  const services = await byDatabaseClock(called);
  const now = services.clock();
  try {
    await finishDataExport.call(ownContext(services), { id: exportId });
  } catch (error) {
    if (now.getTime() - waiting.requested_at.getTime() < exportPatience) throw error;
    await giveUpExport(services.db, exportId);
  }
}

/** Makes the requested copy of all data of a person. */
export const makeArchive: Handler<Events['account.export-wanted']> = ({ export_id }, { services }) =>
  makeExport(services, export_id);

/** Sends the mail that the copy is ready, unless it has expired. */
export const sendExportReady: Handler<Events['account.export-ready']> = async (payload, context) => {
  const person = await findPerson(context, payload);
  const expiresAt = person && (await findExpiry(context.services.db, payload.export_id));
  if (person && expiresAt) await send(context, person, exportReadyMail(context.services.config, expiresAt));
};

/** Skipped if the person has withdrawn the deletion in the meantime. */
export const sendDeletion =
  (notice: 'deleteRequested' | 'deleteSoon'): Handler<{ user_id: string }> =>
  async (payload, context) => {
    const person = await findPerson(context, payload);
    const deleteOn = person && (await findDeletionDate(context.services.db, person.id));
    if (person && deleteOn)
      await send(context, person, deletionMail(context.services.config, notice, deleteOn));
  };

/** Skipped if the person requested the deletion again in the meantime, which sends its own mail. */
export const sendDeletionKept: Handler<Events['account.deletion-withdrawn']> = async (payload, context) => {
  const person = await findPerson(context, payload);
  if (person && !(await findDeletionDate(context.services.db, person.id)))
    await send(context, person, deletionKeptMail(context.services.config));
};

/** Sends the last mail. The person is deleted: the event itself contains the receiver, sealed. */
export const sendDeleted: Handler<Events['account.deleted']> = async (payload, context) => {
  const { user_id, receiver, removed_by } = payload;
  const template = removed_by
    ? customerGoneMail(await providerName(context, removed_by.provider_id))
    : deletedMail();
  await send(context, openReceiver(context.services, user_id, receiver), template);
};
