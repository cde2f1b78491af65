import { melbourneTime } from '../../../../domain/fields.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { FeedPages } from '../../../lists/feed-pages.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { useAccessLog } from '../privacy-api.ts';
import css from '../../../app/layout/settings.module.css';
import { openingText } from './opening-text.ts';

/** Every opening of the plan by people other than the owner, newest first, ten at a time (D-17). */
export function AccessLog() {
  const t = useText();
  const shortDate = useShortDate();
  return (
    <div className={css.openings}>
      <FeedPages
        usePage={useAccessLog}
        earlier={t('settings.privacy.whoOpenedMore')}
        empty={t('settings.privacy.whoOpenedEmpty')}
        line={({ at, ...opening }) => (
          <>
            <OwnWords>{openingText(opening, t)}</OwnWords>
            <time dateTime={at}>{`${shortDate(at)}, ${melbourneTime(new Date(at))}`}</time>
          </>
        )}
      />
    </div>
  );
}
