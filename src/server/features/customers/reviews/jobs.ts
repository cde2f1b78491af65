import { isPlaceholderEmail } from '../../../../domain/customers/placeholder-email.ts';
import type { Events } from '../../../../domain/events.ts';
import { isTimeToLookAgain } from '../../../../domain/plan/look-again.ts';
import { findPerson, send } from '../../../jobs/person-mail.ts';
import type { Handler } from '../../../jobs/task.ts';
import { planReviewMail } from '../../../mails/plan-mails.ts';

/** Mails a person to review their plan, unless they did it since the mail became due. */
export const sendReview: Handler<Events['plan.review-due']> = async (payload, context) => {
  const { db, config } = context.services;
  const person = await findPerson(context, payload);
  if (!person || isPlaceholderEmail(person.email)) return;
  const listed = await db
    .selectFrom('customer_list')
    .select('plan_since')
    .where('user_id', '=', payload.user_id)
    .where('plan', '=', 'complete')
    .executeTakeFirst();
  const since = listed?.plan_since;
  if (!since || !isTimeToLookAgain(since, context.at)) return;
  await send(context, person, planReviewMail(config, person, since));
};
