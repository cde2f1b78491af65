import { Link } from '@tanstack/react-router';
import { useEffect, useState, type RefObject } from 'react';
import { Dialog, Heading, Popover } from 'react-aria-components';
import type { SessionUser } from '../../app/person.ts';
import { useText, useTexts } from '../../app/texts.tsx';
import { AriaLocale } from '../../ui/aria-locale.tsx';
import { noteRead, readInbox, useInbox } from './inbox.ts';
import { markAllRead, noteViewed, readNotifications, type NotificationItem } from './notification-api.ts';
import { useLines } from './use-lines.ts';

/** How many the bell shows (NOTIF-06). */
const bellLimit = 5;

type BellPanelProps = {
  user: SessionUser;
  trigger: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

/** What the bell shows: the last five as they were when it was opened, and those that came since. */
function useLatest(user: SessionUser) {
  const [items, setItems] = useState<readonly NotificationItem[]>();
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const newest = useInbox(user)?.newest;
  const { id: userId, acting } = user;
  const mayMark = acting === null;

  useEffect(() => {
    let gone = false;
    void readNotifications({ offset: 0, limit: bellLimit }).then(async (reading) => {
      if (gone) return;
      setFailed(!reading.ok);
      if (!reading.ok) return;
      const { data, unread } = reading.page;
      // What was new when the bell was opened stays so while it is open.
      setItems((shown) =>
        data.map((item) => ({ ...item, read: item.read && !shown?.some(({ id, read }) => id === item.id && !read) })),
      );
      if (!mayMark || unread === 0) return;
      noteRead('all');
      if (!(await markAllRead(userId))) readInbox();
    });
    return () => {
      gone = true;
    };
  }, [userId, mayMark, newest, turn]);

  useEffect(() => {
    if (mayMark) void noteViewed();
  }, [mayMark]);

  return { items, failed, readAgain: () => setTurn(turn + 1) };
}

/** The open bell, in its own chunk with what it needs of React Aria. Opening it marks everything read (NOTIF-11). */
export default function BellPanel({ user, trigger, onClose }: BellPanelProps) {
  const t = useText();
  const ready = useTexts(['notifications', 'errors']);
  const { items, failed, readAgain } = useLatest(user);
  const linesOf = useLines(user);
  if (!ready) return null;
  const lines = linesOf(items ?? []);
  return (
    <AriaLocale>
      <Popover
        triggerRef={trigger}
        isOpen
        onOpenChange={(stays) => {
          if (!stays) onClose();
        }}
        placement="bottom end"
        offset={18}
        crossOffset={124}
        containerPadding={8}
        className="bellp pop"
      >
        <Dialog className="dialog">
          <Heading slot="title" level={2}>
            {t('notification.bell.title')}
          </Heading>
          {!items && !failed && (
            <p className="bellnote" role="status">
              {t('common.loading')}
            </p>
          )}
          {failed && (
            <div className="bellnote" role="alert">
              <p>{t('error.general_error')}</p>
              <button type="button" className="mini" onClick={readAgain}>
                {t('common.tryAgain')}
              </button>
            </div>
          )}
          {items && lines.length === 0 && <p className="bellnote">{t('notification.bell.empty')}</p>}
          {lines.length > 0 && (
            <ul>
              {lines.map(({ item, words, when, ways }) => (
                <li key={item.id} className={item.read ? undefined : 'new'}>
                  <Link to={ways[0]?.to ?? '/notifications'} onClick={onClose}>
                    <span>
                      {!item.read && <span className="vh">{t('notification.page.unread')} </span>}
                      <b>{words}</b>
                      <br />
                      <time className="quiet" dateTime={item.created_at}>
                        {when}
                      </time>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <Link to="/notifications" className="all" onClick={onClose}>
            {t('notification.bell.seeAll')}
          </Link>
        </Dialog>
      </Popover>
    </AriaLocale>
  );
}
