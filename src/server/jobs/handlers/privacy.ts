import type { Events } from '../../../domain/events.ts';
import { findDeletionDate, findExpiry, openReceiver } from '../../features/privacy/api.ts';
import { deletedMail, deletionKeptMail, deletionMail, exportReadyMail } from '../../mails/privacy-mails.ts';
import { customerGoneMail } from '../../mails/removal-mails.ts';
import { makeExport } from '../privacy-tasks.ts';
import { providerName } from './customers.ts';
import { findPerson, send, type Handler } from './person-mail.ts';

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
