import { melbourneTime } from '../../../../domain/fields.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { FeedPage } from '../../../lists/feed-page.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { useAccessLog } from '../privacy-api.ts';
import css from '../../../app/layout/settings.module.css';
import { openingText } from './opening-text.ts';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

/** Every opening of the plan by people other than the owner, newest first, ten at a time (D-17). */
export function AccessLog() {
  return (
    <div className={css.openings}>
      <OpeningsBefore before={null} />
    </div>
  );
}

function OpeningsBefore({ before }: { before: string | null }) {
  const said = useVoicedText();
  const t = useText();
  const shortDate = useShortDate();
  return (
    <Loaded read={useAccessLog(before)}>
      {(page) => (
        <FeedPage
          page={page}
          isEarlier={before !== null}
          earlier={t('settings.privacy.whoOpenedMore')}
          empty={said('settings.privacy.whoOpenedEmpty')}
          next={<OpeningsBefore before={page.data.at(-1)?.id ?? null} />}
        >
          {({ at, ...opening }) => (
            <>
              <OwnWords>{openingText(opening, t)}</OwnWords>
              <time dateTime={at}>{`${shortDate(at)}, ${melbourneTime(new Date(at))}`}</time>
            </>
          )}
        </FeedPage>
      )}
    </Loaded>
  );
}
