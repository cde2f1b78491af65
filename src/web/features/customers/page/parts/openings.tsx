import { handedText } from '../../../../../domain/customers/hospital.ts';
import type { Translate } from '../../../../../domain/i18n/texts.ts';
import { melbourneTime } from '../../../../../domain/fields.ts';
import { useShortDate } from '../../../../app/dates.ts';
import { useText } from '../../../../app/texts.tsx';
import { FeedPages } from '../../../../lists/feed-pages.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { useOpenings, type Openings as OpeningPage } from '../customer-api.ts';
import { Part } from './part.tsx';

/** Openings of the plan, newest first: the customer sees the same list. */
export function Openings({ userId, pause }: { userId: string; pause: boolean }) {
  const t = useText();
  const shortDate = useShortDate();
  return (
    <Part title={t('customer.part.openings')}>
      <FeedPages
        usePage={(before) => useOpenings(userId, before, pause)}
        earlier={t('customer.openings.more')}
        empty={t('customer.openings.none')}
        line={(opening) => (
          <>
            <OwnWords>{openedBy(opening, t)}</OwnWords>
            <time dateTime={opening.at}>
              {`${shortDate(opening.at)}, ${melbourneTime(new Date(opening.at))}`}
            </time>
          </>
        )}
      />
    </Part>
  );
}

function openedBy({ kind, name, receiver }: OpeningPage['data'][number], t: Translate): string {
  switch (kind) {
    case 'handedOver':
      return handedText({ name, receiver }, t);
    case 'card':
      return t('customer.openings.card');
    case 'contact':
      return t('customer.openings.contact', { contact: name ?? t('notification.part.aContact') });
    case 'staff':
    case 'entered':
      return t('customer.openings.staff', { actor: name ?? t('notification.part.someone') });
  }
}
