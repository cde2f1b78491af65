import { useState } from 'react';
import { melbourneTime } from '../../../../domain/fields.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { useAccessLog, type OpeningPage } from '../privacy-api.ts';
import css from '../../../app/layout/settings.module.css';
import { openingText } from './opening-text.ts';

/** Number of openings shown at first and added by each "more"; and the maximum that the server returns at once. */
const pageSize = 10;
const most = 50;

/** Every opening of the plan by people other than the owner, newest first (D-17). */
export function AccessLog() {
  const [limit, setLimit] = useState(pageSize);
  return (
    <Loaded read={useAccessLog(limit)}>
      {(openings) => (
        <>
          <Openings openings={openings} />
          {openings.count > openings.data.length && limit < most && (
            <More onMore={() => setLimit((now) => Math.min(most, now + pageSize))} />
          )}
        </>
      )}
    </Loaded>
  );
}

function More({ onMore }: { onMore: () => void }) {
  const t = useText();
  return (
    <Button variant="two" onClick={onMore}>
      {t('settings.privacy.whoOpenedMore')}
    </Button>
  );
}

function Openings({ openings }: { openings: OpeningPage }) {
  const t = useText();
  const shortDate = useShortDate();
  if (openings.count === 0) return <p>{t('settings.privacy.whoOpenedEmpty')}</p>;
  return (
    <ol className={`feed ${css.openings}`}>
      {openings.data.map(({ id, at, ...opening }) => (
        <li key={id}>
          <OwnWords>{openingText(opening, t)}</OwnWords>
          <time dateTime={at}>{`${shortDate(at)}, ${melbourneTime(new Date(at))}`}</time>
        </li>
      ))}
    </ol>
  );
}
