import { handedText } from '../../../../domain/customers/hospital/hand-receivers.ts';
import type { Translate } from '../../../../domain/i18n/texts.ts';
import type { Opening } from '../privacy-api.ts';

/** Returns the text of an opening for the owner of the plan. Only staff who logged in to help were in the account. */
export function openingText(
  { kind, name, receiver, provider }: Omit<Opening, 'id' | 'at'>,
  t: Translate,
): string {
  switch (kind) {
    case 'card':
      return t('notification.ACP_OPENED.owner');
    case 'link':
      return t('notification.HEALTH_LINK_OPENED.plain');
    case 'system':
      return name !== null && provider !== null
        ? t('notification.PLAN_READ_BY_SYSTEM.owner', { system: name, organisation: provider })
        : t('notification.PLAN_READ_BY_SYSTEM.removed');
    case 'contact':
      return t('notification.PLAN_OPENED.owner', { actor: name ?? t('notification.part.aContact') });
    case 'handedOver':
      return handedText({ name, receiver }, t);
    case 'staff':
      return t('notification.PLAN_OPENED.owner', { actor: name ?? t('notification.part.someone') });
    case 'entered':
      return t('notification.LOGIN_AS_CUSTOMER.owner', { actor: name ?? t('notification.part.someone') });
  }
}
