import type { ReactNode } from 'react';
import { longDate, melbourneDate } from '../../../domain/fields.ts';
import { site } from '../../app/site.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import { HelpLine } from '../../ui/help-line.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import css from './link-page.module.css';

type DeadEndProblem = 'noLink' | 'otherSite' | 'dead' | 'insecure';

/** Says why a link does not open, and what to do instead. `endedAt`: when it expired, if it did. */
export function DeadEnd({ problem, endedAt }: { problem: DeadEndProblem; endedAt: Date | null }) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <PageTitle>{t('shl.dead.title')}</PageTitle>
      <div className={css.bad} role="alert">
        <p>
          {endedAt
            ? t('shl.expired', { date: longDate(melbourneDate(endedAt), language) })
            : t(`shl.${problem}`)}
        </p>
      </div>
      <NextWays />
    </>
  );
}

/** Instructions for a link that does not open, with the telephone number of the help line. */
export function NextWays(): ReactNode {
  const t = useText();
  return (
    <div className={css.next}>
      <p>{t('shl.next')}</p>
      <p>
        <HelpLine>{t('shl.help', { phone: site.helpPhone })}</HelpLine>
      </p>
    </div>
  );
}
