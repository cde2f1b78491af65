import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useShortDate } from '../../app/dates.ts';
import { useSession } from '../../app/session.tsx';
import { telephoneHref } from '../../../domain/i18n/site.ts';
import { site } from '../../app/site.ts';
import { useText } from '../../app/texts.tsx';
import type { CustomerPath } from '../customers/api.ts';
import { messageText, useRecentActivities, type Activity } from '../notifications/api.ts';
import css from './dashboard.module.css';
import { Loaded } from '../../ui/messages/loaded.tsx';

/**
 * Column beside the cards: the recent activity and the help line. With `customerPath`, each activity of a customer links to the
 * page of that customer.
 */
export function Sidebar({
  customerPath = null,
  children,
}: {
  customerPath?: CustomerPath | null;
  children?: ReactNode;
}) {
  return (
    <aside className={css.aside}>
      {children}
      <RecentActivity customerPath={customerPath} />
      <TalkToSomeone />
    </aside>
  );
}

function RecentActivity({ customerPath }: { customerPath: CustomerPath | null }) {
  const t = useText();
  return (
    <section aria-labelledby="activity">
      <h2 id="activity">{t('dash.activity.title')}</h2>
      <Loaded read={useRecentActivities()}>
        {(activities) => <Activities activities={activities} path={customerPath} />}
      </Loaded>
    </section>
  );
}

function Activities({ activities, path }: { activities: readonly Activity[]; path: CustomerPath | null }) {
  const t = useText();
  const shortDate = useShortDate();
  const reader = useSession();
  const lines = activities.flatMap((activity) => {
    const words = reader && messageText(activity, reader, t);
    return words ? [{ id: activity.id, words, at: activity.created_at, activity }] : [];
  });
  if (lines.length === 0) return <p className="quiet">{t('dash.activity.empty')}</p>;
  return (
    <ol className="feed">
      {lines.map(({ id, words, at, activity }) => (
        <li key={id}>
          {path && activity.of_customer ? (
            <Link to={path} params={{ customerId: activity.user_id }}>
              {words}
            </Link>
          ) : (
            <span>{words}</span>
          )}
          <time dateTime={at}>{shortDate(at)}</time>
        </li>
      ))}
    </ol>
  );
}

function TalkToSomeone() {
  const t = useText();
  return (
    <section className={css.talk} aria-labelledby="talk">
      <h2 id="talk">{t('dash.help.title')}</h2>
      <p className="quiet">{t('common.helpHours')}</p>
      <a href={telephoneHref(site.helpPhone)}>{site.helpPhone}</a>
    </section>
  );
}
