import type { Events } from '../../../domain/events.ts';
import { findPerson, send } from '../../jobs/person-mail.ts';
import { providerName } from '../../jobs/provider-name.ts';
import type { Handler } from '../../jobs/task.ts';
import { joinOrganisationMail, organisationAddressMail } from '../../mails/accounts/organisation-mails.ts';
import { findLink, issueToken } from '../sign-in/api.ts';
import { beginAddress, findConnectionAbove } from './connection/connection-store.ts';
import { findMember, isJoined } from './identity-store.ts';

/**
 * Mails the address of the sign-in at their organisation to a member of staff; before the first sign-in, the link that joins them.
 * The link is made now, so that no table contains it, and an earlier one stays valid until it expires.
 */
export const sendOrganisationAddress: Handler<Events['account.organisation-link-wanted']> = async (
  payload,
  context,
) => {
  const { services } = context;
  const { db, config, clock } = services;
  const { user_id } = payload;
  const member = await findMember(db, user_id);
  const connection = member && (await findConnectionAbove(db, member.path));
  const person = connection && (await findPerson(context, payload));
  if (!connection || !person) return;
  const provider = await providerName(context, connection.provider_id);
  if (await isJoined(db, user_id, connection)) {
    const link = beginAddress(config, connection.provider_id);
    await send(context, person, organisationAddressMail({ provider, link }));
    return;
  }
  const find = () => findLink(services, 'join-organisation', user_id);
  let link = await find();
  if (link === null) {
    await issueToken(db, clock(), 'join-organisation', user_id);
    link = await find();
  }
  if (link === null) return;
  // The address is not verified yet, so the greeting has no name.
  await send(context, { ...person, firstName: null }, joinOrganisationMail({ provider, link }));
};
