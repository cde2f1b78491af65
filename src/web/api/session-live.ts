let live = false;

/** Notes whether the server can say by itself that the session of this page ended: a web socket is open. */
export function noteLive(now: boolean): void {
  live = now;
}

/** Whether it can. */
export const isLive = (): boolean => live;
