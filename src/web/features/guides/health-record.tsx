import { Link, useSearch } from '@tanstack/react-router';
import { guides, type Guide } from '../../../domain/guides.ts';
import '../../ui/drawings/more-icons.ts';
import { useText } from '../../app/texts.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { GuideView } from './guide-view.tsx';
import css from './guides.module.css';
import { useOwnGuides } from './guides-api.ts';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

const tabs = { record: 'health.tabRecord', donor: 'health.tabDonor' } as const;

/** Guides to the national health record and to organ donation (HEALTH-01). The address selects the open one. */
export function Page() {
  const t = useText();
  const { guide: named }: { guide?: unknown } = useSearch({ strict: false });
  const open: Guide = named === 'donor' ? 'donor' : 'record';
  const read = useOwnGuides();
  return (
    <div className={css.page}>
      <div className={`pagehead ${css.head}`}>
        <div>
          <PageTitle>{t('health.title')}</PageTitle>
          <p className="lead">{t('health.lead')}</p>
        </div>
      </div>
      <nav className="tabs" aria-label={t('health.title')}>
        {guides.map((guide) => (
          <Link
            key={guide}
            to="/my-health-record"
            search={guide === 'record' ? {} : { guide }}
            aria-current={guide === open ? 'page' : undefined}
            activeOptions={{ exact: true }}
            resetScroll={false}
          >
            {t(tabs[guide])}
          </Link>
        ))}
      </nav>
      {read.data === undefined && <GuideComing guide={open} />}
      <Loaded read={read}>{(own) => <GuideView key={open} guide={open} own={own} />}</Loaded>
    </div>
  );
}

/** Title and introduction of a guide, while its steps are loading. */
function GuideComing({ guide }: { guide: Guide }) {
  const said = useVoicedText();
  const t = useText();
  return (
    <section className={css.guide}>
      <h2>{said(`health.${guide}.title`)}</h2>
      <p className={css.lead}>{t(`health.${guide}.lead`)}</p>
    </section>
  );
}
