import { findDeletionDate, findExpiry, openReceiver } from '../features/privacy/api.ts';
import { deletedLetter, deletionLetter, exportReadyLetter } from '../mails/privacy-mails.ts';
import { makeExport } from './privacy-tasks.ts';
import { findPerson, send, type Handler } from './person-mail.ts';

/** Makes the copy of everything that was asked for. */
export const exportTask: Handler = (payload, { services }) =>
  makeExport(services, String(payload['export_id']));

/** Nothing is said of a deletion that the person has taken back in the meantime. */
export const deletionMail =
  (notice: 'deleteRequested' | 'deleteSoon'): Handler =>
  async (payload, context) => {
    const person = await findPerson(context, payload);
    const deleteOn = person && (await findDeletionDate(context.services.db, person.id));
    if (person && deleteOn)
      await send(context, person, deletionLetter(context.services.config, notice, deleteOn));
  };

/** The last mail. The person is gone: the event itself says, sealed, whom to tell. */
export const deletedMail: Handler = async (payload, context) => {
  const { user_id, receiver } = payload;
  if (typeof user_id !== 'string' || typeof receiver !== 'string') return;
  await send(context, openReceiver(context.services, user_id, receiver), deletedLetter());
};

/** The copy of everything is ready, unless its time is over by now. */
export const exportReadyMail: Handler = async (payload, context) => {
  const person = await findPerson(context, payload);
  const expiresAt = person && (await findExpiry(context.services.db, String(payload['export_id'])));
  if (person && expiresAt) await send(context, person, exportReadyLetter(context.services.config, expiresAt));
};
