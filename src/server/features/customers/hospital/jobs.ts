import { handReceivers } from '../../../../domain/customers/hospital/hand-receivers.ts';
import type { Events } from '../../../../domain/events.ts';
import { fullName } from '../../../../domain/names.ts';
import { findCardOwner, send, toEach } from '../../../jobs/person-mail.ts';
import type { Handler } from '../../../jobs/task.ts';
import { handedOverContactMail } from '../../../mails/plan-mails.ts';
import { findNewsReceivers } from '../../sharing/api.ts';

/** Mails the contacts who requested a notice when staff hand the plan over (N-14). */
export const sendHandedOver: Handler<Events['customer.handed-over']> = async (payload, context) => {
  const owner = await findCardOwner(context, payload);
  if (!owner) return;
  const { db, config } = context.services;
  const handing = await db
    .selectFrom('plan_handings')
    .innerJoin('users', 'users.id', 'plan_handings.user_id')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select(['receiver', 'handed_at', 'users.first_name', 'users.last_name'])
    .select(['providers.name as house', 'providers.phone_number'])
    .where('plan_handings.id', '=', payload.handing_id)
    .executeTakeFirst();
  const receiver = handReceivers.find((known) => known === handing?.receiver);
  const person = handing ? fullName(handing) : '';
  if (!handing || receiver === undefined || person === '') return;
  const facts = {
    ...{ person, receiver },
    house: handing.house ?? config.company.name,
    phone: handing.phone_number?.trim() || config.help.phone,
  };
  await toEach(await findNewsReceivers(db, owner.id), async ({ id, email, name }) => {
    const mail = handedOverContactMail(facts, handing.handed_at);
    await send(context, { email, language: owner.language, firstName: name }, mail, id);
  });
};
