import { useState } from 'react';
import { melbourneTime } from '../../../domain/fields.ts';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { OwnWords } from '../../ui/own-words.tsx';
import { useOpenings } from './privacy-api.ts';
import css from '../../app/layout/settings.module.css';

/** How many openings are shown at first, and more at each wish; and the most that the server gives at once. */
const pageSize = 10;
const most = 50;

/** Every time that somebody else than the owner opened the plan, newest first (D-17). */
export function OpeningList() {
  const t = useText();
  const shortDate = useShortDate();
  const [limit, setLimit] = useState(pageSize);
  const { openings, failed } = useOpenings(limit);
  if (!openings) {
    return failed ? (
      <p className="err" role="alert">
        {t('error.noAnswer')}
      </p>
    ) : (
      <Spinner />
    );
  }
  if (openings.count === 0) return <p>{t('settings.privacy.whoOpenedEmpty')}</p>;
  return (
    <>
      <ol className={`feed ${css.openings}`}>
        {openings.data.map(({ id, at, kind, name }) => (
          <li key={id}>
            <OwnWords>
              {kind === 'card'
                ? t('notification.ACP_OPENED.owner')
                : t('notification.LOGIN_AS_CUSTOMER.owner', {
                    actor: name ?? t('notification.part.someone'),
                  })}
            </OwnWords>
            <time dateTime={at}>{`${shortDate(at)}, ${melbourneTime(new Date(at))}`}</time>
          </li>
        ))}
      </ol>
      {openings.count > openings.data.length && limit < most && (
        <Button variant="two" onClick={() => setLimit((now) => Math.min(most, now + pageSize))}>
          {t('settings.privacy.whoOpenedMore')}
        </Button>
      )}
    </>
  );
}
