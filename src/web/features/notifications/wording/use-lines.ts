import { useCallback } from 'react';
import { menuViewerOf, type SessionUser } from '../../../app/person.ts';
import { useText } from '../../../app/texts.tsx';
import { useShortTime } from './format-time.ts';
import type { NotificationItem } from '../notification-api.ts';
import { linksFrom, type Way } from './links.ts';
import { messageText } from './message-text.ts';

/** A notification as shown: its text, its time, and its links. */
export type NotificationLine = { item: NotificationItem; words: string; when: string; ways: Way[] };

/** Returns a function that converts notifications to lines for a person. Those without text are left out. */
export function useLines(user: SessionUser): (items: readonly NotificationItem[]) => NotificationLine[] {
  const t = useText();
  const momentOf = useShortTime();
  return useCallback(
    (items) =>
      items.flatMap((item) => {
        const words = messageText(item, user, t);
        if (words === undefined) return [];
        return [
          {
            item,
            words,
            when: momentOf(item.created_at),
            ways: linksFrom(item, user.id, menuViewerOf(user)),
          },
        ];
      }),
    [user, t, momentOf],
  );
}
