import { useShortDate } from '../../app/dates.ts';
import { useSession } from '../../app/session.tsx';
import { site, telephoneHref } from '../../app/site.ts';
import { useText } from '../../app/texts.tsx';
import { wordsFor } from '../notifications/wording/message-text.ts';
import css from './dashboard.module.css';
import { useRecentActivities } from './dashboard-api.ts';

/** Beside the cards: what happened last, and whom to ring. */
export function Aside() {
  return (
    <aside className={css.aside}>
      <RecentActivity />
      <TalkToSomeone />
    </aside>
  );
}

function RecentActivity() {
  const t = useText();
  const shortDate = useShortDate();
  const readerId = useSession()?.id ?? '';
  const { activities, reading, failed } = useRecentActivities();
  const lines = (activities ?? []).flatMap((activity) => {
    const words = wordsFor(activity, readerId, t);
    return words === undefined ? [] : [{ id: activity.id, words, at: activity.created_at }];
  });
  return (
    <section aria-labelledby="activity">
      <h2 id="activity">{t('dash.activity.title')}</h2>
      {lines.length > 0 ? (
        <ol className="feed">
          {lines.map(({ id, words, at }) => (
            <li key={id}>
              <span>{words}</span>
              <time dateTime={at}>{shortDate(at)}</time>
            </li>
          ))}
        </ol>
      ) : (
        <p className="quiet">
          {t(
            activities
              ? 'dash.activity.empty'
              : failed && !reading
                ? 'error.general_error'
                : 'common.loading',
          )}
        </p>
      )}
    </section>
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
