import { keep, readKept } from './browser-store.ts';

const key = 'wattle.acting';

/** Keeps whether this browser is in a customer's account, so that a page that is opened when the time is over knows of the way back. */
export function noteImpersonation(acting: boolean): void {
  if (acting || wasImpersonating()) keep(key, acting ? 'yes' : '');
}

/** Whether this browser was in a customer's account when somebody was last signed in. */
export function wasImpersonating(): boolean {
  return readKept(key) === 'yes';
}
