import { useEffect, useRef, useState } from 'react';
import { askSession, leftSince, onSessionLeft } from '../../api/session/session-left.ts';
import { isLive } from '../../api/session/session-live.ts';
import { onSessionLost, sessionLost } from '../../api/session/session-lost.ts';
import { onTabNews, notifyTabs } from '../../api/session/session-tabs.ts';
import { watchSession, type SessionView, type SessionWatch } from '../../api/session/session-watch.ts';

/** Events that count as actions of the person. Mouse moves do not count: a knock against the table moves the mouse, too. */
const deeds = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Events after which a computer may have slept, or the network is back. */
const wakes = ['focus', 'pageshow', 'online'] as const;

const on: SessionView = { kind: 'on' };

/**
 * Watches the session of a person's page, together with the other tabs of the browser. `personId` is null for a visitor; `own` is
 * false in the account of another person.
 */
export function useSessionWatch(
  personId: string | null,
  own: boolean,
): { view: SessionView; stay: () => Promise<boolean> } {
  const [view, setView] = useState<SessionView>(on);
  const watch = useRef<SessionWatch | null>(null);

  useEffect(() => {
    if (personId === null) return undefined;
    const watching = watchSession({ ask: askSession, own, onView: setView, onOver: sessionLost });
    watch.current = watching;
    let reportedIdle = 0;
    const stops = [
      onSessionLeft((left) => {
        watching.note(left);
        const at = Date.now();
        const until = at + left.idle;
        // Notify the other tabs only of news: the session now ends later than they know.
        if (until > reportedIdle + 10_000) {
          reportedIdle = until;
          notifyTabs({ kind: 'left', person: personId, left, at });
        }
      }),
      onTabNews((news) => {
        if (news.kind === 'began') {
          if (news.person !== personId) watching.check();
        } else if (news.person === personId) {
          if (news.kind === 'over') sessionLost();
          // A tab that the browser had suspended receives this late.
          else watching.note(leftSince(news.left, news.at));
        }
      }),
      onSessionLost(() => {
        watching.stop();
        notifyTabs({ kind: 'over', person: personId });
      }),
    ];
    const now = () => ({ visible: document.visibilityState === 'visible', live: isLive() });
    const look = () => watching.look(now());
    const present = ({ isTrusted }: Event) => {
      if (isTrusted) watching.present();
    };
    const timer = setInterval(look, 1_000);
    document.addEventListener('visibilitychange', look);
    for (const wake of wakes) addEventListener(wake, look);
    for (const deed of deeds) addEventListener(deed, present, { capture: true, passive: true });
    return () => {
      watching.stop();
      watch.current = null;
      setView(on);
      for (const stop of stops) stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      for (const wake of wakes) removeEventListener(wake, look);
      for (const deed of deeds) removeEventListener(deed, present, { capture: true });
    };
  }, [personId, own]);

  return { view, stay: async () => (await watch.current?.stay()) ?? false };
}
