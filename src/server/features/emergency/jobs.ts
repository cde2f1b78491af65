import { fullName } from '../../../domain/names.ts';
import type { Events } from '../../../domain/events.ts';
import {
  emergencyOpenedContactMail,
  emergencyOpenedMail,
  type OpeningFacts,
} from '../../mails/plan-mails.ts';
import { findCardOwner, send, toEach } from '../../jobs/person-mail.ts';
import type { Handler, JobContext } from '../../jobs/task.ts';
import { announce, type Announcement } from '../notifications/api.ts';
import { findDecisionMakers } from '../sharing/api.ts';
import { findPlanLink } from '../shared-plan/api.ts';
import { canRenewCard, findScannedVersion } from './store.ts';

type Opened = Events['emergency.opened'];

/** Returns the time from the event; else the time of the commit. */
function momentOf({ at }: Opened, context: JobContext): Date {
  const said = new Date(at);
  return Number.isNaN(said.getTime()) ? context.at : said;
}

/** Returns when a plan was opened, and the scanned code. Events from before codes were recorded have none. */
async function factsOf(payload: Opened, context: JobContext): Promise<OpeningFacts> {
  const { user_id, version, source = 'card' } = payload;
  const found =
    version === undefined ? null : await findScannedVersion(context.services.db, user_id, version);
  return {
    at: momentOf(payload, context),
    scanned: found && { source, isOld: found.isOld, planAt: found.signedAt },
  };
}

export const sendOpened: Handler<Opened> = async (payload, context) => {
  if (payload.no_mail) return;
  const person = await findCardOwner(context, payload);
  if (!person) return;
  const { config, db } = context.services;
  const facts = await factsOf(payload, context);
  const owner = { person: person.person, canRenew: await canRenewCard(db, person.id) };
  await send(context, person, emergencyOpenedMail(config, owner, facts));
};

/** Mails the substitute decision makers who accepted. */
export const sendOpenedToContacts: Handler<Opened> = async (payload, context) => {
  if (payload.no_mail) return;
  const owner = await findCardOwner(context, payload);
  if (!owner) return;
  const { db } = context.services;
  const names = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow();
  const person = fullName(names);
  if (person === '') return;
  const facts = await factsOf(payload, context);
  await toEach(await findDecisionMakers(db, owner.id), async (contact) => {
    const link = await findPlanLink(context, contact.id);
    const mail = emergencyOpenedContactMail(person, facts, link);
    await send(
      context,
      { email: contact.email, language: owner.language, firstName: contact.name },
      mail,
      contact.id,
    );
  });
};

/** Creates a handler that notifies the owner of something opened with the card. */
const announceToOwner =
  (metadataOf: (payload: Opened) => Announcement['metadata']): Handler<Opened> =>
  async (payload, context) => {
    const person = await findCardOwner(context, payload);
    if (!person) return;
    const announcement: Announcement = {
      eventId: context.jobId,
      template: 'ACP_OPENED',
      metadata: metadataOf(payload),
      userId: person.id,
      at: momentOf(payload, context),
    };
    await announce(context.services.db, announcement, [person.id]);
  };

/** Notifies the owner of an opened emergency page. */
export const announceOpened = announceToOwner(({ version = 0 }) => ({ version }));

/** Notifies the owner of a file that was opened from the emergency page. */
export const announceFileOpened: Handler<Events['emergency.file-opened']> = announceToOwner(() => ({
  file_opened: true,
}));
