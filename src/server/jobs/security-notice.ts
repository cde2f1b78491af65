import type { EventName, Events } from '../../domain/events.ts';
import type { TextParams } from '../../domain/i18n/texts.ts';
import { securityMail, type SecurityNotice } from '../mails/accounts/account-mails.ts';
import { findPerson, send } from './person-mail.ts';
import type { Handler, JobContext } from './task.ts';

type OfPerson = { [Name in EventName]: Events[Name] extends { user_id: string } ? Name : never }[EventName];

/** Creates a handler that sends a security notice. `namedOf` loads the values of the notice's texts when it is written. */
export const sendNotice =
  <Name extends OfPerson>(
    notice: SecurityNotice,
    namedOf?: (context: JobContext, payload: Events[Name]) => Promise<TextParams>,
  ): Handler<Events[Name]> =>
  async (payload, context) => {
    const person = await findPerson(context, payload);
    const named = person && (await namedOf?.(context, payload));
    if (person)
      await send(context, person, securityMail(context.services.config, notice, context.at, named ?? {}));
  };
