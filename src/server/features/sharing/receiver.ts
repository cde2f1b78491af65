import type { Language } from '../../../domain/i18n/texts.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import type { Services } from '../../pipeline/context.ts';

/** Receiver of the last mail to a contact, whose row is deleted when the mail is written. */
export type EndedContact = {
  name: string;
  email: string;
  /** Name and language of the person who shared, if their account is deleted too. */
  owner?: string;
  language?: Language;
};

const receiverPlace = (contactId: string) => place('outbox', 'receiver', contactId);

/** Seals the receiver of an event's mail, as base64. */
export function sealReceiver(
  { keyring }: Pick<Services, 'keyring'>,
  contactId: string,
  { name, email, owner, language }: EndedContact,
): string {
  const receiver = { name, email, ...(owner !== undefined && { owner, language }) };
  return keyring.sealJson(receiverPlace(contactId), receiver).toString('base64');
}

export function openReceiver(
  { keyring }: Pick<Services, 'keyring'>,
  contactId: string,
  sealed: string,
): EndedContact {
  return keyring.openJson<EndedContact>(receiverPlace(contactId), Buffer.from(sealed, 'base64'));
}
