import { useEffect, useState } from 'react';

/**
 * Keeps the screen awake while the component is there. Gives whether it does: false where the browser has no wake lock, or refuses it,
 * as with an almost empty battery. The browser lets go of it when the page is out of sight; it is asked for again on the return.
 */
export function useWakeLock(): boolean {
  const [awake, setAwake] = useState(false);
  useEffect(() => {
    let gone = false;
    let lock: WakeLockSentinel | undefined;
    const keep = async () => {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      if (lock && !lock.released) return;
      try {
        const kept = await navigator.wakeLock.request('screen');
        if (gone) return void kept.release();
        lock = kept;
        kept.addEventListener('release', () => setAwake(false));
        setAwake(!kept.released);
      } catch {
        setAwake(false);
      }
    };
    const look = () => void keep();
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', look);
      void lock?.release();
    };
  }, []);
  return awake;
}
