import { isPlaceholderEmail } from '../../../../domain/customers/placeholder-email.ts';
import type { Events } from '../../../../domain/events.ts';
import { fullName } from '../../../../domain/names.ts';
import {
  paperSetAsideMail,
  planLockedMail,
  planRolledBackMail,
  planUnlockedMail,
} from '../../../mails/plan-control-mails.ts';
import type { MailTemplate } from '../../../mails/mail.ts';
import { findPerson, send } from '../../../jobs/person-mail.ts';
import type { Handler, JobContext } from '../../../jobs/task.ts';
import { announce, type Announcement } from '../../notifications/api.ts';

type ByStaff = { user_id: string; staff_id: string };

/**
 * Notifies a customer of changes that staff or a residential-care system made to the plan, also if the account cannot be signed in
 * to now.
 */
export const announcePlanChange =
  (template: Announcement['template']): Handler<{ user_id: string; staff_id?: string }> =>
  async ({ user_id: userId, staff_id }, { services, jobId, at }) => {
    const metadata: Announcement['metadata'] = staff_id === undefined ? {} : { actor_id: staff_id };
    await announce(services.db, { eventId: jobId, template, metadata, userId, at }, [userId]);
  };

/** Notifies a customer that staff use a paper again; not if the customer did it. */
export const announceUsedAgain: Handler<Events['file.used-again']> = async (payload, context) => {
  if (payload.staff_id !== undefined) await announcePlanChange('FILE_USED_AGAIN')(payload, context);
};

/** Loads the acting staff member's name and organisation; null for a deleted account, and for administrators of the platform. */
async function findStaff({ services }: JobContext, staffId: string) {
  const row = await services.db
    .selectFrom('users')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select(['users.first_name', 'users.last_name', 'providers.name as organisation'])
    .where('users.id', '=', staffId)
    .executeTakeFirst();
  return { name: row ? fullName(row) || null : null, organisation: row?.organisation ?? null };
}

type Staff = Awaited<ReturnType<typeof findStaff>>;

const mailBy =
  <Payload extends ByStaff>(
    templateOf: (context: JobContext, staff: Staff, payload: Payload) => MailTemplate,
  ): Handler<Payload> =>
  async (payload, context) => {
    const person = await findPerson(context, payload);
    if (!person || isPlaceholderEmail(person.email)) return;
    const staff = await findStaff(context, payload.staff_id);
    await send(context, person, templateOf(context, staff, payload));
  };

export const sendLocked = mailBy<Events['plan.locked']>(({ services }, staff) =>
  planLockedMail(services.config, staff),
);

export const sendUnlocked = mailBy<Events['plan.unlocked']>(({ services, at }, staff) =>
  planUnlockedMail(services.config, staff, at),
);

export const sendRolledBack = mailBy<Events['plan.rolled-back']>(({ services }, staff, { version_at }) =>
  planRolledBackMail(services.config, staff, new Date(version_at)),
);

export const sendSetAside = mailBy<Events['file.set-aside']>(({ services, at }, staff) =>
  paperSetAsideMail(services.config, staff, at),
);
