import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { melbourneTime } from '../../../../domain/fields.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import css from './last-opened.module.css';
import { useAccessLog, type Opening } from '../privacy-api.ts';
import { openingText } from './opening-text.ts';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

type LastOpenedProps = {
  /** Shown below an opening. */
  after: ReactNode;
};

/** The last opening of the plan by someone other than its owner, with a link to all openings (D-17). */
export function LastOpened({ after }: LastOpenedProps) {
  const said = useVoicedText();
  const t = useText();
  return (
    <Loaded read={useAccessLog(null)}>
      {({ data: [newest] }) =>
        newest ? (
          <>
            <Newest opening={newest} />
            <p>
              <Link to="/settings/privacy">{t('settings.privacy.whoOpenedAll')}</Link>
            </p>
            {after}
          </>
        ) : (
          <p>{said('settings.privacy.whoOpenedEmpty')}</p>
        )
      }
    </Loaded>
  );
}

function Newest({ opening: { at, ...opening } }: { opening: Opening }) {
  const t = useText();
  const shortDate = useShortDate();
  return (
    <>
      <p className={css.when}>
        <time dateTime={at}>{`${shortDate(at)}, ${melbourneTime(new Date(at))}`}</time>
      </p>
      <p className="quiet">
        <OwnWords>{openingText(opening, t)}</OwnWords>
      </p>
    </>
  );
}
