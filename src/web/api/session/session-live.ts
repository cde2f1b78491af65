let live = false;

/** Notes whether the server can report the end of this page's session by itself, because a web socket is open. */
export function noteLive(now: boolean): void {
  live = now;
}

/** Whether the server can report the end of the session by itself. */
export const isLive = (): boolean => live;
