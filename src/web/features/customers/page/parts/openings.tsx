import { handedText } from '../../../../../domain/customers/hospital/hand-receivers.ts';
import type { Translate } from '../../../../../domain/i18n/texts.ts';
import { melbourneTime } from '../../../../../domain/fields.ts';
import { useShortDate } from '../../../../app/dates.ts';
import { useText } from '../../../../app/texts.tsx';
import { FeedPage } from '../../../../lists/feed-page.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { useOpenings, type Openings as OpeningPage } from '../customer-api.ts';
import { Part } from './part.tsx';

type OpeningsProps = { userId: string; pause: boolean };

/** Openings of the plan, newest first: the customer sees the same list. */
export function Openings(props: OpeningsProps) {
  const t = useText();
  return (
    <Part title={t('customer.part.openings')}>
      <OpeningsBefore {...props} before={null} />
    </Part>
  );
}

function OpeningsBefore({ userId, pause, before }: OpeningsProps & { before: string | null }) {
  const t = useText();
  const shortDate = useShortDate();
  return (
    <Loaded read={useOpenings(userId, before, pause)}>
      {(page) => (
        <FeedPage
          page={page}
          isEarlier={before !== null}
          earlier={t('customer.openings.more')}
          empty={t('customer.openings.none')}
          next={<OpeningsBefore {...{ userId, pause }} before={page.data.at(-1)?.id ?? null} />}
        >
          {(opening) => (
            <>
              <OwnWords>{openedBy(opening, t)}</OwnWords>
              <time dateTime={opening.at}>
                {`${shortDate(opening.at)}, ${melbourneTime(new Date(opening.at))}`}
              </time>
            </>
          )}
        </FeedPage>
      )}
    </Loaded>
  );
}

function openedBy({ kind, name, receiver, provider }: OpeningPage['data'][number], t: Translate): string {
  switch (kind) {
    case 'handedOver':
      return handedText({ name, receiver }, t);
    case 'card':
      return t('customer.openings.card');
    case 'link':
      return t('customer.openings.link');
    case 'system':
      return name !== null && provider !== null
        ? t('customer.openings.system', { system: name, provider })
        : t('customer.openings.systemRemoved');
    case 'contact':
      return t('customer.openings.contact', { contact: name ?? t('notification.part.aContact') });
    case 'staff':
    case 'entered':
      return t('customer.openings.staff', { actor: name ?? t('notification.part.someone') });
  }
}
