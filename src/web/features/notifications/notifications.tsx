import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { notificationList } from '../../../domain/lists/definitions/notifications.ts';
import { Allowed, useMay } from '../../app/allowed.tsx';
import { isFramed, roleOf, type SessionUser } from '../../app/person.ts';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../app/texts.tsx';
import { useList } from '../../lists/use-list.ts';
import { announce } from '../../ui/messages/announce.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { LoadFailed } from '../../ui/messages/load-failed.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { createFeed, type Feed, type FeedState } from './feed.ts';
import { noteRead, readInbox, useInbox } from './inbox.ts';
import { NotificationRow } from './notification-row.tsx';
import { markAllRead, markRead, type NotificationItem } from './notification-api.ts';
import css from './notifications.module.css';
import { useLines } from './wording/use-lines.ts';

/** All notifications of the signed-in person, newest first (NOTIF-01). */
export function Page() {
  const user = useSession();
  if (!user) return null;
  return isFramed(user) ? <Coming /> : <Notifications user={user} />;
}

/** Returns the path on which staff choose their notifications; undefined for customers, who get all of them. */
function settingsPath(user: SessionUser): string | undefined {
  const role = roleOf(user);
  if (role === 'user') return undefined;
  const area = role === 'provideradmin' || role === 'providerview' ? 'provider' : 'admin';
  return `/${area}/settings/notification`;
}

/** The top of the page in its first frame. */
function Coming() {
  const t = useText();
  return (
    <div className={css.column}>
      <div className="pagehead">
        <div>
          <PageTitle>{t('notification.page.title')}</PageTitle>
          <p className="lead">{t('notification.page.lead')}</p>
        </div>
      </div>
      <Spinner />
    </div>
  );
}

/**
 * Notifications of the page. The number of shown pages is part of the address, so that a returning user finds the place again.
 */
function usePageFeed(inbox: ReturnType<typeof useInbox>) {
  const { request, show } = useList(notificationList);
  const [feed] = useState(() => createFeed({ pages: request.page }));
  const { items, state, pages } = useSyncExternalStore(feed.subscribe, feed.view);

  const shown = state === 'idle' || state === 'end' ? pages : request.page;
  useEffect(() => {
    if (shown !== request.page) show({ ...request, page: shown }, { replace: true });
  }, [shown, request, show]);

  const newest = inbox?.newest;
  useEffect(() => void feed.refresh(newest), [feed, newest]);
  // All were read: here, in the bell, or on another device.
  const noneLeft = inbox?.unread === 0;
  useEffect(() => {
    if (noneLeft)
      feed.setRead(
        feed.view().items.map(({ id }) => id),
        true,
      );
  }, [feed, noneLeft]);

  return { feed, items, state };
}

/** Marks notifications as read. They are shown as read immediately, and as unread if the server does not mark them. */
function useMarking(user: SessionUser, feed: Feed) {
  const t = useText();
  const mark = async (ids: readonly string[], marking: Promise<unknown>) => {
    feed.setRead(ids, true);
    noteRead(ids.length);
    try {
      await marking;
    } catch {
      feed.setRead(ids, false);
      readInbox();
      showSnackbar(t('error.general_error'), 'problem');
    }
  };
  const markOne = (id: string) => void mark([id], markRead(id));
  const markAll = (items: readonly NotificationItem[]) => {
    const before = items.filter(({ read }) => !read).map(({ id }) => id);
    noteRead('all');
    void mark(before, markAllRead(user.id));
  };
  return { markOne, markAll };
}

function Notifications({ user }: { user: SessionUser }) {
  const t = useText();
  const inbox = useInbox(user);
  const { feed, items, state } = usePageFeed(inbox);
  const linesOf = useLines(user);
  const lines = linesOf(items);
  const unread = inbox?.unread ?? 0;
  const mayMark = useMay('notifications.update');
  const settings = settingsPath(user);
  const { markOne, markAll } = useMarking(user, feed);

  return (
    <div className={css.column}>
      <div className="pagehead">
        <div>
          <PageTitle>{t('notification.page.title')}</PageTitle>
          <p className="lead">
            {unread > 0 ? t('notification.page.leadNew', { count: unread }) : t('notification.page.lead')}
          </p>
        </div>
        <div className="acts">
          {settings && (
            <LinkButton to={settings} variant="text" icon="settings">
              {t('notification.page.settings')}
            </LinkButton>
          )}
          {mayMark && items.length > 0 && <MarkAll unread={unread > 0} onMark={() => markAll(items)} />}
        </div>
      </div>
      {items.length > 0 && <Allowed to="notifications.update">{null}</Allowed>}
      {state === 'end' && lines.length === 0 && <p className="quiet">{t('notification.page.empty')}</p>}
      {lines.length > 0 && (
        <ul className={`nlist ${css.list}`}>
          {lines.map((line) => (
            <NotificationRow key={line.item.id} line={line} onRead={mayMark ? markOne : undefined} />
          ))}
        </ul>
      )}
      <ListEnd state={state} shown={lines.length} more={feed.more} />
    </div>
  );
}

/** Marks all as read. The text that replaces the button takes over its focus. */
function MarkAll({ unread, onMark }: { unread: boolean; onMark: () => void }) {
  const t = useText();
  const done = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (pressed.current && !unread) done.current?.focus();
    pressed.current = false;
  }, [unread]);
  if (!unread)
    return (
      <p ref={done} tabIndex={-1} className={`quiet ${css.done}`}>
        <Icon name="check" />
        {t('notification.page.allRead')}
      </p>
    );
  return (
    <Button
      variant="text"
      icon="check"
      onClick={() => {
        pressed.current = true;
        onMark();
      }}
    >
      {t('notification.page.markAll')}
    </Button>
  );
}

/** End of the list: whether more comes, that it could not be read, or that this is all. */
function ListEnd({ state, shown, more }: { state: FeedState; shown: number; more: () => void }) {
  const t = useText();
  const sight = useRef<HTMLDivElement>(null);
  const before = useRef({ state, shown });

  useEffect(() => {
    const element = sight.current;
    if (state !== 'idle' || !element) return undefined;
    // Starts again after each page, so that a list that does not fill the screen continues by itself. The keyboard scrolls too.
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), {
      rootMargin: '160px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [state, more]);

  useEffect(() => {
    const added = shown - before.current.shown;
    if (before.current.state === 'waiting' && state !== 'waiting' && added > 0)
      announce(t('notification.page.moreAnnounce', { count: added }));
    before.current = { state, shown };
  }, [state, shown, t]);

  return (
    <>
      <div ref={sight} />
      {(state === 'reading' || state === 'waiting') && (
        <p className={css.load} role="status">
          <span className="spin" aria-hidden="true" />
          {t(state === 'reading' ? 'common.loading' : 'notification.page.loadingMore')}
        </p>
      )}
      {state === 'failed' && <LoadFailed onRetry={more} />}
      {state === 'end' && shown > 0 && <p className={`quiet ${css.load}`}>{t('notification.page.end')}</p>}
    </>
  );
}
