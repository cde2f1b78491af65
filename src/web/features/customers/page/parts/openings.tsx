import { useState } from 'react';
import { handedText } from '../../../../../domain/customers/hospital.ts';
import type { Translate } from '../../../../../domain/i18n/texts.ts';
import { melbourneTime } from '../../../../../domain/fields.ts';
import { useShortDate } from '../../../../app/dates.ts';
import { useText } from '../../../../app/texts.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { useOpenings, type Openings as OpeningPage } from '../customer-api.ts';
import css from '../customer-page.module.css';
import { Part } from './part.tsx';

/** Number of openings shown at first and added by each "more"; and the maximum that the server returns at once. */
const pageSize = 5;
const most = 50;

/** Openings of the plan, newest first: the customer sees the same list. */
export function Openings({ userId, pause }: { userId: string; pause: boolean }) {
  const t = useText();
  const [limit, setLimit] = useState(pageSize);
  return (
    <Part title={t('customer.part.openings')}>
      <Loaded read={useOpenings(userId, limit, pause)}>
        {(openings) => (
          <>
            <Lines openings={openings} />
            {openings.count > openings.data.length && limit < most && (
              <div className={css.more}>
                <Button variant="two" onClick={() => setLimit((now) => Math.min(most, now + 10))}>
                  {t('customer.openings.more')}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
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

function Lines({ openings }: { openings: OpeningPage }) {
  const t = useText();
  const shortDate = useShortDate();
  if (openings.count === 0) return <p>{t('customer.openings.none')}</p>;
  return (
    <ol className="feed">
      {openings.data.map((opening) => (
        <li key={opening.id}>
          <OwnWords>{openedBy(opening, t)}</OwnWords>
          <time
            dateTime={opening.at}
          >{`${shortDate(opening.at)}, ${melbourneTime(new Date(opening.at))}`}</time>
        </li>
      ))}
    </ol>
  );
}
