import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import type { Events } from '../../../domain/events.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { findAccepted, sealReceiver } from '../sharing/api.ts';
import { findSharer, sharerNames } from './sharer.ts';

/**
 * Returns the events that notify the contacts of a person who is about to be deleted. They contain all data, because contact and
 * person no longer exist when the mail is written.
 */
export async function findContactsToNotify(
  tx: Tx,
  services: Services,
  userId: string,
): Promise<Events['contact.ended'][]> {
  const sharer = await findSharer(tx, services, userId);
  if (!sharer) return [];
  const { language } = sharer;
  const { owner } = sharerNames(sharer, translatorOf(language, catalogue[language]));
  return (await findAccepted(tx, userId)).map(({ id, name, email }) => ({
    user_id: userId,
    contact_id: id,
    receiver: sealReceiver(services, id, { name, email, owner, language }),
  }));
}
