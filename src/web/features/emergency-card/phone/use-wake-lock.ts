import { useEffect, useState } from 'react';

/**
 * Keeps the screen awake while the component is mounted. Returns whether it does: false if the browser has no wake lock, or
 * refuses it, for example because the battery is almost empty. The browser releases the lock when the page is hidden; it is
 * requested again when the page is shown.
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
