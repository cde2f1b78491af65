import {
  overviewFigures,
  type OverviewFigure,
} from '../../../domain/lists/definitions/customers/overview-figures.ts';
import { greetingName } from '../../../domain/names.ts';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { readsCustomers, roleOf, type SessionUser } from '../../app/person.ts';
import { useText } from '../../app/texts.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { customerPath, staffOf, TodayList } from '../customers/api.ts';
import { StubNotice } from '../providers/api.ts';
import { Sidebar } from './sidebar.tsx';
import css from './staff.module.css';
import { Trend } from './trend.tsx';
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
      {ofProvider ? <DayOfProvider user={user} /> : <Platform user={user} />}
    </>
  );
}

/** Where the lines of the recent activity lead, if the person may open customers. */
const activityPathOf = (user: SessionUser) => (readsCustomers(user) ? customerPath(staffOf(user)) : null);

/** For staff of a provider: who needs them today, with the figures beside it (N-01). */
function DayOfProvider({ user }: { user: SessionUser }) {
  const t = useText();
  const at = tableOf(user);
  const overview = useOverview();
  return (
    <div className={`two-col ${css.columns}`}>
      <div>
        {overview.data && <Notices user={user} figures={overview.data} />}
        {readsCustomers(user) && <TodayList user={user} />}
      </div>
      <Sidebar customerPath={activityPathOf(user)}>
        <section className={css.beside} aria-labelledby="figures">
          <h2 id="figures">{t('today.figures')}</h2>
          <Loaded read={overview}>{(figures) => <FiguresOfProvider figures={figures} at={at} />}</Loaded>
        </section>
      </Sidebar>
    </div>
  );
}

/** For the platform: the figures of all providers. */
function Platform({ user }: { user: SessionUser }) {
  return (
    <div className={`two-col ${css.columns}`}>
      <Loaded read={useOverview()}>
        {(figures) => (
          <div>
            <WorkOfDay figures={figures} />
            <FigureCards figures={figures} />
          </div>
        )}
      </Loaded>
      <Sidebar customerPath={activityPathOf(user)} />
    </div>
  );
}

/** The trial of the provider, and missing details. */
function Notices({ user, figures }: { user: SessionUser; figures: Figures }) {
  const t = useText();
  const { role, can_manage_all } = user.permission_role;
  const mayFillIn = role === 'provideradmin' && can_manage_all;
  return (
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
    </>
  );
}

/** The table of customers; null for staff who have none. */
type Table = '/provider/customers' | '/admin/customers' | null;

const tableOf = (user: SessionUser): Table => {
  const role = roleOf(user);
  if (role === 'providerview') return '/provider/customers';
  if (role === 'provideradmin') return user.permission_role.can_manage_acp ? '/provider/customers' : null;
  return '/admin/customers';
};

/** Figures of the day: customers without a plan, invitations that lapse, and customers added in the last week. */
function WorkOfDay({ figures: { none, lapsing, recent } }: { figures: Figures }) {
  const t = useText();
  const at = '/admin/customers';
  return (
    <section className={css.work} aria-labelledby="work">
      <h2 id="work">{t('dash.work.title')}</h2>
      <dl className={css.figures}>
        <Figure label={t('dash.work.none')} value={none} at={at} opens="none" />
        <Figure label={t('dash.work.lapsing')} value={lapsing} at={at} opens="lapsing" />
        <Figure label={t('dash.work.recent')} value={recent} at={at} opens="recent" />
      </dl>
    </section>
  );
}

/** The figures of providers come first. */
function FigureCards({ figures }: { figures: Figures }) {
  const t = useText();
  const { customers, completed, draft, invited, trials, providers, registered, provider_trials } = figures;
  const at = '/admin/customers';
  return (
    <dl className={css.figures}>
      {providers !== null && <Figure label={t('dash.admin.providers')} value={providers} />}
      {registered !== null && <Figure label={t('dash.admin.registered')} value={registered} />}
      {provider_trials !== null && <Figure label={t('dash.admin.providerTrials')} value={provider_trials} />}
      <Figure label={t('dash.admin.customers')} value={customers} at={at} opens="customers" />
      <Figure
        label={t('dash.admin.completed')}
        value={completed}
        at={at}
        opens="completed"
        note={<Share figures={figures} />}
      />
      <Figure label={t('dash.admin.draft')} value={draft} at={at} opens="draft" />
      <Figure label={t('dash.admin.invited')} value={invited} at={at} opens="invited" />
      <Figure label={t('dash.admin.trials')} value={trials} at={at} opens="trials" />
    </dl>
  );
}

function FiguresOfProvider({ figures, at }: { figures: Figures; at: Table }) {
  const t = useText();
  const { customers, completed, draft, none, invited, lapsing, recent, trials } = figures;
  return (
    <dl>
      <Figure
        label={t('dash.provider.completed')}
        value={completed}
        at={at}
        opens="completed"
        note={<Share figures={figures} />}
        more={<Trend months={figures.months} />}
      />
      <Figure label={t('dash.provider.customers')} value={customers} at={at} opens="customers" />
      <Figure label={t('dash.provider.draft')} value={draft} at={at} opens="draft" />
      <Figure label={t('dash.work.none')} value={none} at={at} opens="none" />
      <Figure label={t('dash.provider.invited')} value={invited} at={at} opens="invited" />
      <Figure label={t('dash.work.lapsing')} value={lapsing} at={at} opens="lapsing" />
      <Figure label={t('dash.work.recent')} value={recent} at={at} opens="recent" />
      <Figure label={t('dash.provider.trials')} value={trials} at={at} opens="trials" />
    </dl>
  );
}

/** How many of all customers have a complete plan. */
function Share({ figures: { customers, completed } }: { figures: Figures }) {
  const t = useText();
  if (customers === 0) return null;
  return (
    <>
      {t('dash.provider.completeShare', { complete: completed, total: customers })}
      <span className="meter" aria-hidden="true">
        <i style={{ width: `${(100 * completed) / customers}%` }} />
      </span>
    </>
  );
}

type FigureProps = {
  label: string;
  value: number;
  note?: ReactNode;
  more?: ReactNode;
  /** The customer table to which the figure links, and the figure whose filters the link sets. Without them there is no link. */
  at?: Table;
  opens?: OverviewFigure;
};

const searchOf = (figure: OverviewFigure) => {
  const { view, status } = overviewFigures[figure];
  return { ...(view && { view }), ...(status && { status }) };
};

function Figure({ label, value, note, more, at = null, opens }: FigureProps) {
  return (
    <div className={css.figure}>
      <dt>
        {at && opens ? (
          <Link to={at} search={searchOf(opens)} aria-current={undefined}>
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd>
        <b className="num">{value}</b>
        {note && <small>{note}</small>}
        {more}
      </dd>
    </div>
  );
}
