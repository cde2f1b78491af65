import type { Language } from '../../../domain/i18n/texts.ts';
import type { FramedPerson } from '../../../domain/menu/framed-people.ts';
import { actorOf, type Finding } from '../../features/sessions/current-session.ts';

/** Time for which a page waits to know its person, in milliseconds. Without this it has no first frame. */
const waitMs = 250;

/** Whose frame a page of a customer has, in their language. */
export type FramedCustomer = { who: Exclude<FramedPerson, 'visitor'>; language: Language };

/**
 * Returns whose frame the customer of a session sees, if they see pages as the build rendered them (src/web/frames): without staff, with
 * nothing due before it, in their own voice, and not with papers from elsewhere. Undefined for all others, and if the database does
 * not respond in time.
 */
export async function framedCustomer(services: Finding, token: string): Promise<FramedCustomer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, waitMs, undefined);
  });
  return Promise.race([find(services, token), late])
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
}

async function find(services: Finding, token: string): Promise<FramedCustomer | undefined> {
  const { actor, language } = await actorOf(services, token, { unattended: true });
  if (actor.kind !== 'person' || actor.role !== 'user' || language === null) return undefined;
  if (actor.actingStaffId !== null || actor.together || actor.secondStepDue || actor.consentDue)
    return undefined;
  const row = await services.db
    .selectFrom('users')
    .select(({ exists, selectFrom }) => [
      'for_my_self',
      exists(
        selectFrom('acps')
          .select('acps.id')
          .whereRef('acps.user_id', '=', 'users.id')
          .where('status', '=', 'complete'),
      ).as('signed'),
      exists(
        selectFrom('acps')
          .select('acps.id')
          .whereRef('acps.user_id', '=', 'users.id')
          .where('external', '=', true),
      ).as('external'),
    ])
    .where('users.id', '=', actor.userId)
    .executeTakeFirst();
  if (!row?.for_my_self || row.external) return undefined;
  return { who: row.signed ? 'signed' : 'writing', language };
}
