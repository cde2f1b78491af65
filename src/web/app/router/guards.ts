import { redirect, type ParsedLocation } from '@tanstack/react-router';
import type { Role } from '../../../domain/access/access.ts';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { roleOf, type SessionUser } from '../person.ts';
import { safeReturnPath } from './return-path.ts';
import { readSession } from '../session.tsx';
import { loadTexts, translate } from '../texts.tsx';

type Place = { location: ParsedLocation };

/** Where each role sets up its second step. */
const secondStepPaths: Readonly<Record<Role, string>> = {
  user: '/settings/mfa',
  provideradmin: '/provider/settings/mfa',
  providerview: '/provider/settings/mfa',
  admin: '/admin/settings/mfa',
  tlcadmin: '/admin/settings/mfa',
  sysadmin: '/admin/settings/mfa',
};

/** Leads staff who must set up a second step first to the page where they do (D-12). The page says why. */
function leadToSecondStep(user: SessionUser, { location }: Place): void {
  const href = secondStepPaths[roleOf(user)];
  if (user.second_step_due && location.pathname !== href) throw redirect({ href, replace: true });
}

/** Lets only a signed-in person pass; a visitor signs in first and comes back. */
export async function requirePerson(place: Place): Promise<SessionUser> {
  const user = await readSession();
  if (!user) throw redirect({ to: '/login', search: { returnPath: place.location.href } });
  leadToSecondStep(user, place);
  return user;
}

/** Lets everybody pass, but for staff who must set up a second step first. */
export async function requireEnrolled(place: Place): Promise<void> {
  const user = await readSession();
  if (user) leadToSecondStep(user, place);
}

/** Lets only people of some roles pass; others go to their dashboard and hear why. */
export function requireRole(allowed: readonly Role[]): (place: Place) => Promise<void> {
  return async (place) => {
    const user = await requirePerson(place);
    if (allowed.includes(roleOf(user))) return;
    await loadTexts(['system']);
    showSnackbar(translate('system.noAccess.snackbar'), 'problem');
    throw redirect({ to: '/dashboard' });
  };
}

export const requireCustomer = requireRole(['user']);
export const requireProviderStaff = requireRole(['provideradmin', 'providerview']);
export const requirePlatformStaff = requireRole(['admin', 'tlcadmin', 'sysadmin']);

/** Lets only a visitor pass; a signed-in person goes where signing in would have led. */
export async function requireVisitor({ search }: { search: { returnPath?: string } }): Promise<void> {
  if (await readSession()) throw redirect({ href: safeReturnPath(search.returnPath) });
}
