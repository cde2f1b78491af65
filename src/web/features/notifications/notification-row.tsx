import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useText } from '../../app/texts.tsx';
import { announce } from '../../ui/messages/announce.ts';
import type { NotificationLine } from './wording/use-lines.ts';

type ItemProps = {
  line: NotificationLine;
  /** Undefined if nothing may be marked, for example in a customer's account. */
  onRead?: ((id: string) => void) | undefined;
};

/** One notification of the page, with its links. Following a link marks it as read (NOTIF-09). */
export function NotificationRow({ line: { item, words, when, ways }, onRead }: ItemProps) {
  const t = useText();
  const row = useRef<HTMLLIElement>(null);
  const markable = onRead && !item.read ? onRead : undefined;
  return (
    <li ref={row} className={item.read ? undefined : 'new'} tabIndex={-1}>
      <span className="d" aria-hidden="true" />
      <div>
        {!item.read && <span className="vh">{t('notification.page.unread')} </span>}
        <b>{words}</b>
        <time dateTime={item.created_at}>{when}</time>
        {ways.length > 0 && (
          <div className="lk">
            {ways.map(({ label, to, search = {} }) => (
              <Link key={to} to={to} search={search} onClick={() => markable?.(item.id)}>
                {t(label)}
              </Link>
            ))}
          </div>
        )}
      </div>
      {markable && (
        <button
          type="button"
          className="mini"
          onClick={() => {
            markable(item.id);
            // The button is removed, but the keyboard position is kept.
            row.current?.focus();
            announce(t('notification.page.read'));
          }}
        >
          {t('notification.page.mark_one')}
          <span className="vh"> {words}</span>
        </button>
      )}
    </li>
  );
}
