import { greetingName } from '../../../domain/names.ts';
import { useState, type ReactNode } from 'react';
import type { TextKey } from '../../../domain/i18n/texts.ts';
import { roleOf, type SessionUser } from '../../app/person.ts';
import { useText } from '../../app/texts.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { OwnWords } from '../../ui/own-words.tsx';
import { Sidebar } from './sidebar.tsx';
import css from './dashboard.module.css';
import { useOverview, type Figures } from './overview-api.ts';
import { greetingAt } from './plan-state.ts';

/** The dashboard of staff and administrators: how things stand in figures, and what happened last (GAP-26). */
export function StaffDashboard({ user }: { user: SessionUser }) {
  const t = useText();
  const [hour] = useState(() => new Date().getHours());
  const ofProvider = roleOf(user) === 'provideradmin' || roleOf(user) === 'providerview';
  const name = greetingName(user);
  const greeting = name === '' ? t('dash.provider.title') : t(greetingAt(hour), { firstName: name });
  return (
    <>
      <div className={css.staffHello}>
        <PageTitle browserTitle={t('dash.provider.title')}>{greeting}</PageTitle>
        <p className="lead">
          {ofProvider
            ? user.provider && (
                <OwnWords>{t('dash.provider.lead', { provider: user.provider.name })}</OwnWords>
              )
            : t('dash.admin.lead')}
        </p>
      </div>
      <div className={`two-col ${css.columns}`}>
        <Overview ofProvider={ofProvider} />
        <Sidebar />
      </div>
    </>
  );
}

function Overview({ ofProvider }: { ofProvider: boolean }) {
  const t = useText();
  return (
    <div>
      <Loaded read={useOverview()}>
        {(figures) => (
          <>
            {figures.trial_days_left !== null && (
              <div className={css.staffNote}>
                <Notice>{t('dash.provider.trialLeft', { count: figures.trial_days_left })}</Notice>
              </div>
            )}
            <FigureCards figures={figures} ofProvider={ofProvider} />
            <div className={css.staffNote}>
              <Notice>{t('dash.staff.lead')}</Notice>
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The figures that come first for the platform are those of providers. */
function FigureCards({ figures, ofProvider }: { figures: Figures; ofProvider: boolean }) {
  const t = useText();
  const { customers, completed, draft, invited, trials, providers, registered } = figures;
  const words = (name: 'customers' | 'completed' | 'draft' | 'invited' | 'trials'): TextKey =>
    ofProvider ? `dash.provider.${name}` : `dash.admin.${name}`;
  const share = t('dash.provider.completeShare', { complete: completed, total: customers });
  return (
    <dl className={css.figures}>
      {providers !== null && <Figure label={t('dash.admin.providers')} value={providers} />}
      {registered !== null && <Figure label={t('dash.admin.registered')} value={registered} />}
      <Figure label={t(words('customers'))} value={customers} />
      <Figure
        label={t(words('completed'))}
        value={completed}
        note={
          customers > 0 && (
            <>
              {share}
              <span className="meter" aria-hidden="true">
                <i style={{ width: `${(100 * completed) / customers}%` }} />
              </span>
            </>
          )
        }
      />
      <Figure label={t(words('draft'))} value={draft} />
      <Figure label={t(words('invited'))} value={invited} />
      <Figure label={t(words('trials'))} value={trials} />
    </dl>
  );
}

function Figure({ label, value, note }: { label: string; value: number; note?: ReactNode }) {
  return (
    <div className={css.figure}>
      <dt>{label}</dt>
      <dd>
        <b className="num">{value}</b>
        {note && <small>{note}</small>}
      </dd>
    </div>
  );
}
