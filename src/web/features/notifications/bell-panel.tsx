import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { Dialog, Heading, Popover } from 'react-aria-components';
import { useMay } from '../../app/allowed.tsx';
import type { SessionUser } from '../../app/person.ts';
import { useText, useTexts } from '../../app/texts.tsx';
import { AriaLocale } from '../../ui/aria-locale.tsx';
import { useLayer } from '../../ui/layers/use-layer.ts';
import { createFeed } from './feed.ts';
import { noteRead, readInbox, useInbox } from './inbox.ts';
import { markAllRead, noteViewed } from './notification-api.ts';
import { useLines, type NotificationLine } from './wording/use-lines.ts';

/** Number of notifications that the bell shows (NOTIF-06). */
const bellLimit = 5;

type BellPanelProps = {
  user: SessionUser;
  trigger: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

/** Content of the bell: the last five as they were when it was opened, and newer ones. */
function useLatest(user: SessionUser) {
  const [feed] = useState(() => createFeed({ size: bellLimit, keepsNew: true }));
  const { items, state } = useSyncExternalStore(feed.subscribe, feed.view);
  const newest = useInbox(user)?.newest;
  const { id: userId } = user;
  const mayMark = useMay('notifications.update');

  const read = useCallback(
    async (upTo: string | null | undefined) => {
      const page = await feed.refresh(upTo);
      if (!page || page.unread === 0 || !mayMark) return;
      noteRead('all');
      await markAllRead(userId).catch(readInbox);
    },
    [feed, userId, mayMark],
  );
  useEffect(() => void read(newest), [read, newest]);
  useEffect(() => {
    // The page does not depend on the result.
    if (mayMark) noteViewed().catch(() => undefined);
  }, [mayMark]);

  return { items: items.slice(0, bellLimit), state, readAgain: () => void read(null) };
}

/**
 * The open bell, in its own chunk with the React Aria code that it needs. Opening it marks all notifications as read (NOTIF-11).
 */
export default function BellPanel({ user, trigger, onClose }: BellPanelProps) {
  const t = useText();
  const ready = useTexts(['notifications', 'errors']);
  const { items, state, readAgain } = useLatest(user);
  const linesOf = useLines(user);
  useLayer(trigger);
  if (!ready) return null;
  const lines = linesOf(items);
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
          {state === 'reading' && (
            <p className="bellnote" role="status">
              {t('common.loading')}
            </p>
          )}
          {state === 'failed' && (
            <div className="bellnote" role="alert">
              <p>{t('error.general_error')}</p>
              <button type="button" className="mini" onClick={readAgain}>
                {t('common.tryAgain')}
              </button>
            </div>
          )}
          {(state === 'idle' || state === 'end') && lines.length === 0 && (
            <p className="bellnote">{t('notification.bell.empty')}</p>
          )}
          {lines.length > 0 && <LatestLines lines={lines} onPick={onClose} />}
          <Link to="/notifications" className="all" onClick={onClose}>
            {t('notification.bell.seeAll')}
          </Link>
        </Dialog>
      </Popover>
    </AriaLocale>
  );
}

type LatestLinesProps = { lines: readonly NotificationLine[]; onPick: () => void };

function LatestLines({ lines, onPick }: LatestLinesProps) {
  const t = useText();
  return (
    <ul>
      {lines.map(({ item, words, when, ways }) => (
        <li key={item.id} className={item.read ? undefined : 'new'}>
          <Link to={ways[0]?.to ?? '/notifications'} search={ways[0]?.search ?? {}} onClick={onPick}>
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
  );
}
