import type { Events } from '../../../../domain/events.ts';
import { importResultMail } from '../../../mails/customers/import-mails.ts';
import { ownContext } from '../../../pipeline/own-context.ts';
import { findPerson, send } from '../../../jobs/person-mail.ts';
import type { Handler } from '../../../jobs/task.ts';
import { announce } from '../../notifications/api.ts';
import { sendInvitation } from '../actions/jobs.ts';
import { findImportResult, releaseInvitations, removeImported, runImport } from './api.ts';

/** Mails the invitation of an imported customer. */
export const inviteImported: Handler<Events['customer.imported']> = (payload, context) =>
  sendInvitation({ ...payload, kind: 'invited' }, context);

/** Imports a list of customers. Restarted after a process died, it continues from its saved position. */
export const workOnImport: Handler<Events['customer-import.started']> = async (
  { import_id },
  { services },
) => {
  await runImport(ownContext(services), import_id);
  services.eventsWaiting();
};

/** Releases the invitations of an import when they are due, unless the import was taken back. */
export const sendImportInvitations: Handler<Events['customer-import.invitations-due']> = (
  { import_id },
  { services },
) => releaseInvitations(ownContext(services), import_id);

/** Removes the customers of an import that was taken back. */
export const removeTakenBack: Handler<Events['customer-import.taken-back']> = ({ import_id }, { services }) =>
  removeImported(ownContext(services), import_id);

/** Mails the result of an import to the importer, if they can sign in. */
export const sendImportResult: Handler<Events['customer-import.finished']> = async (payload, context) => {
  const { services } = context;
  const result = await findImportResult(services.db, payload.import_id);
  if (!result?.importerIsActive) return;
  const person = await findPerson(context, { user_id: result.importedBy });
  if (person) await send(context, person, importResultMail(services.config, result));
};

/** Notifies the importer. Successful means that all lines are done: added, updated, or skipped by decision. */
export const announceImportResult: Handler<Events['customer-import.finished']> = async (
  { import_id },
  { services: { db }, jobId, at },
) => {
  const result = await findImportResult(db, import_id);
  if (!result) return;
  const { importedBy: userId, done, total, failed, here } = result;
  const template = failed === 0 ? 'CUSTOMER_IMPORT_SUCCESSFUL' : 'CUSTOMER_IMPORT_UNSUCCESSFUL';
  const metadata = { import_id, count: done, total, failed, here };
  await announce(db, { eventId: jobId, template, metadata, userId, at }, [userId]);
};
