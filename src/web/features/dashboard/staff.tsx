import type { customerStatuses } from '../../../domain/lists/definitions/customers/customer-columns.ts';
import { greetingName } from '../../../domain/names.ts';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { roleOf, type SessionUser } from '../../app/person.ts';
import { useText } from '../../app/texts.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { StubNotice } from '../providers/api.ts';
import { Sidebar } from './sidebar.tsx';
import css from './dashboard.module.css';
import { useOverview, type Figures } from './overview-api.ts';
import { greetingAt } from './plan-state.ts';

/** Dashboard of staff and administrators: figures, and the recent activity (GAP-26). */
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
        <Overview user={user} ofProvider={ofProvider} at={tableOf(user)} />
        <Sidebar />
      </div>
    </>
  );
}

/** The table of customers; null for staff who have none. */
type Table = '/provider/customers' | '/admin/customers' | null;

function Overview({ user, ofProvider, at }: { user: SessionUser; ofProvider: boolean; at: Table }) {
  const t = useText();
  const { role, can_manage_all } = user.permission_role;
  const mayFillIn = role === 'provideradmin' && can_manage_all;
  return (
    <div>
      <Loaded read={useOverview()}>
        {(figures) => (
          <>
            {figures.trial_days_left !== null && (
              <div className={css.staffNote}>
                <Notice>
                  {figures.trial_days_left < 1
                    ? t('dash.provider.trialOver')
                    : t('dash.provider.trialLeft', { count: figures.trial_days_left })}
                </Notice>
              </div>
            )}
            {figures.details_missing && mayFillIn && user.provider && (
              <div className={css.staffNote}>
                <StubNotice provider={user.provider.name} leadsThere />
              </div>
            )}
            <WorkOfDay figures={figures} at={at} />
            <FigureCards figures={figures} ofProvider={ofProvider} at={at} />
          </>
        )}
      </Loaded>
    </div>
  );
}

const tableOf = (user: SessionUser): Table => {
  const role = roleOf(user);
  if (role === 'providerview') return '/provider/customers';
  if (role === 'provideradmin') return user.permission_role.can_manage_acp ? '/provider/customers' : null;
  return '/admin/customers';
};

/** Work for today comes first: customers without a plan, invitations that lapse, and customers added in the last week. */
function WorkOfDay({ figures: { none, lapsing, recent }, at }: { figures: Figures; at: Table }) {
  const t = useText();
  return (
    <section className={css.work} aria-labelledby="work">
      <h2 id="work">{t('dash.work.title')}</h2>
      <dl className={css.figures}>
        <Figure label={t('dash.work.none')} value={none} at={at} shows={{ status: 'none' }} />
        <Figure label={t('dash.work.lapsing')} value={lapsing} at={at} shows={{ status: 'lapsing' }} />
        <Figure label={t('dash.work.recent')} value={recent} at={at} shows={{ status: 'recent' }} />
      </dl>
    </section>
  );
}

/** For the platform, the figures of providers come first. */
function FigureCards({ figures, ofProvider, at }: { figures: Figures; ofProvider: boolean; at: Table }) {
  const t = useText();
  const { customers, completed, draft, invited, trials, providers, registered, provider_trials } = figures;
  const words = (name: 'customers' | 'completed' | 'draft' | 'invited' | 'trials'): PlainTextKey =>
    ofProvider ? `dash.provider.${name}` : `dash.admin.${name}`;
  const share = t('dash.provider.completeShare', { complete: completed, total: customers });
  return (
    <dl className={css.figures}>
      {providers !== null && <Figure label={t('dash.admin.providers')} value={providers} />}
      {registered !== null && <Figure label={t('dash.admin.registered')} value={registered} />}
      {provider_trials !== null && <Figure label={t('dash.admin.providerTrials')} value={provider_trials} />}
      <Figure label={t(words('customers'))} value={customers} at={at} shows={{}} />
      <Figure
        label={t(words('completed'))}
        value={completed}
        at={at}
        shows={{ view: 'complete' }}
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
      <Figure label={t(words('draft'))} value={draft} at={at} shows={{ status: 'draft' }} />
      <Figure label={t(words('invited'))} value={invited} at={at} shows={{ status: 'invited' }} />
      <Figure label={t(words('trials'))} value={trials} at={at} shows={{ status: 'trial' }} />
    </dl>
  );
}

type FigureProps = {
  label: string;
  value: number;
  note?: ReactNode;
  /** The table with the counted customers, and the filters that show them. */
  at?: Table;
  shows?: { status?: (typeof customerStatuses)[number]; view?: 'complete' };
};

function Figure({ label, value, note, at = null, shows }: FigureProps) {
  return (
    <div className={css.figure}>
      <dt>
        {at && shows ? (
          <Link to={at} search={shows} aria-current={undefined}>
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd>
        <b className="num">{value}</b>
        {note && <small>{note}</small>}
      </dd>
    </div>
  );
}
