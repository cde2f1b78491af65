import { callRest } from '../../api/call.ts';
import { codeOf } from '../../api/errors.ts';
import { noteSession, personOfPage } from '../../api/session/session-lost.ts';
import { notifyTabs } from '../../api/session/session-tabs.ts';
import { coverForGood } from './cover-for-good.ts';
import { noteImpersonation } from '../impersonation.ts';
import { site } from '../site.ts';
import { forgetUnsaved } from '../unsaved.ts';

/** Signs out and goes to a page, the product's home unless another is given. Throws ApiError if the server could not do it. */
export async function signOut(next: string = site.homeUrl): Promise<void> {
  try {
    await callRest('/api/auth/sign-out', {});
  } catch (error) {
    if (codeOf(error) !== 'unauthenticated') throw error;
  }
  const person = personOfPage();
  if (person !== null) notifyTabs({ kind: 'over', person, signedOut: true });
  // Leaves nothing of this page in the browser's back/forward cache.
  coverForGood();
  noteSession(null);
  noteImpersonation(false);
  forgetUnsaved();
  // A full page load, so that no data of this person stays in memory.
  location.assign(next);
}

/**
 * Leaves the page of a staff member whose session has ended, for the session of the customer beside them (N-08): nothing of the
 * page stays in memory, in the tab's storage, in the history entry or in other tabs.
 */
export function leaveForCustomer(customerId: string): void {
  const staff = personOfPage();
  if (staff !== null) notifyTabs({ kind: 'over', person: staff, signedOut: true });
  notifyTabs({ kind: 'began', person: customerId });
  coverForGood();
  noteSession(null);
  noteImpersonation(false);
  forgetUnsaved();
  location.replace('/dashboard');
}
