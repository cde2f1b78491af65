import type { Events } from '../../../../domain/events.ts';
import { fullName } from '../../../../domain/names.ts';
import { customerMovedMail } from '../../../mails/customers/move-mails.ts';
import { providerName } from '../../../jobs/provider-name.ts';
import { findPerson, send } from '../../../jobs/person-mail.ts';
import type { Handler, JobContext } from '../../../jobs/task.ts';
import { announce, findManagersOfHouse } from '../../notifications/api.ts';

type Moved = Events['customer.moved'];

/** True if the move is in force: it was not undone, and the customer still belongs to the new house. */
async function isInForce({ services }: JobContext, { user_id, move_id, to_id }: Moved): Promise<boolean> {
  const found = await services.db
    .selectFrom('customer_moves')
    .innerJoin('users', 'users.id', 'customer_moves.user_id')
    .select('users.id')
    .where('customer_moves.id', '=', move_id)
    .where('customer_moves.user_id', '=', user_id)
    .where('customer_moves.undone_at', 'is', null)
    .where('users.provider_id', '=', to_id)
    .executeTakeFirst();
  return found !== undefined;
}

/** True if the customer has accepted an invitation: an open invitation contains the new house's name itself. */
async function hasAccepted({ services }: JobContext, userId: string): Promise<boolean> {
  const row = await services.db
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row !== undefined && row.email_verified_at !== null;
}

/** Mails a customer that staff moved the account, with the names of both houses, unless the move was undone (D-63). */
export const sendMoved: Handler<Moved> = async (payload, context) => {
  const { user_id, staff_id, from_id, to_id } = payload;
  if (!(await isInForce(context, payload)) || !(await hasAccepted(context, user_id))) return;
  const person = await findPerson(context, payload, { archivedToo: true });
  if (!person) return;
  const { config, db } = context.services;
  const staff = await db
    .selectFrom('users')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select(['users.first_name', 'users.last_name', 'providers.name as organisation'])
    .where('users.id', '=', staff_id)
    .executeTakeFirst();
  const facts = {
    actor: staff ? fullName(staff) || null : null,
    organisation: staff?.organisation ?? null,
    from: await providerName(context, from_id),
    to: await providerName(context, to_id),
  };
  await send(context, person, customerMovedMail(config, facts));
};

/** Notifies the customer and the managers of both houses in the app, except the person who made the move. */
export const announceMoved: Handler<Moved> = async (payload, context) => {
  if (!(await isInForce(context, payload))) return;
  const { user_id: userId, staff_id: actorId, from_id, to_id } = payload;
  const { jobId, at } = context;
  const { db } = context.services;
  const names = { from: await providerName(context, from_id), to: await providerName(context, to_id) };
  const managers = async (houseId: string | null) =>
    houseId === null ? [] : (await findManagersOfHouse(db, houseId)).map(({ id }) => id);
  const there = [...(await managers(to_id)), userId].filter((id) => id !== actorId);
  const left = (await managers(from_id)).filter((id) => id !== actorId && !there.includes(id));
  const announcement = { eventId: jobId, template: 'CUSTOMER_MOVED', userId, at } as const;
  await announce(db, { ...announcement, metadata: { actor_id: actorId, ...names } }, there);
  await announce(db, { ...announcement, metadata: { actor_id: actorId, ...names, left: true } }, left);
};
