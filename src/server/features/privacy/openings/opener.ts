import type { OpeningKind } from '../../../../domain/account-lists.ts';
import { handedText } from '../../../../domain/customers/hospital/hand-receivers.ts';
import type { Translate } from '../../../../domain/i18n/texts.ts';

/** An opening of the plan in the copy of all data. */
export type OpeningInCopy = {
  at: Date;
  kind: OpeningKind;
  name: string | null;
  receiver?: string;
  provider?: string;
};

/** Returns who opened the plan, and whether staff handed it over or logged in to the account instead of only reading it. */
export function openerOf({ kind, name, receiver, provider }: OpeningInCopy, t: Translate): string {
  if (kind === 'handedOver') return handedText({ name, receiver: receiver ?? null }, t);
  if (kind === 'entered')
    return t('notification.LOGIN_AS_CUSTOMER.owner', { actor: name ?? t('notification.part.someone') });
  if (kind === 'link') return t('copy.openings.link');
  if (kind === 'system')
    return name !== null && provider !== undefined
      ? t('copy.openings.system', { system: name, provider })
      : t('copy.openings.systemRemoved');
  return name ?? t(kind === 'contact' ? 'copy.openings.contact' : 'copy.openings.someone');
}
