import { keep, readKept } from './browser-store.ts';

const key = 'wattle.acting';

/** Stores whether this browser is in a customer's account, so that a page opened after the end can offer the way back. */
export function noteImpersonation(acting: boolean): void {
  if (acting || wasImpersonating()) keep(key, acting ? 'yes' : '');
}

/** Whether this browser was in a customer's account at the last known session. */
export function wasImpersonating(): boolean {
  return readKept(key) === 'yes';
}
