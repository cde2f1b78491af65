import { redirect, type ParsedLocation } from '@tanstack/react-router';
import type { Role } from '../../../domain/access/actors.ts';
import type { Audience } from '../../../domain/menu/page.ts';
import { pageRules } from '../../../domain/menu/pages.ts';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { roleOf, type SessionUser } from '../person.ts';
import { safeReturnPath } from './return-path.ts';
import { readSession, readSessionAgain } from '../session.tsx';
import { loadTexts, translate } from '../texts.tsx';

/** `preload`: the pointer is over a link to the page, and it may never be opened. */
type Place = { location: ParsedLocation; search: { returnPath?: string }; preload?: boolean };
type Guard = (place: Place) => Promise<void>;

/** Returns the page on which each role sets up its second step. */
const secondStepPathOf = (role: Role): string | undefined =>
  pageRules.find(([, { menu = [] }]) =>
    menu.some(({ id, of }) => id === 'settingsMfa' && of.includes(role)),
  )?.[0];

/** Redirects staff who must set up a second step to the page for it (D-12). The page says why. */
function leadToSecondStep(user: SessionUser, { location }: Place): void {
  if (!user.second_step_due) return;
  const href = secondStepPathOf(roleOf(user));
  if (href !== undefined && location.pathname !== href) throw redirect({ href, replace: true });
}

/** Lets only signed-in people pass; a visitor signs in first and comes back. */
export async function requirePerson(place: Place): Promise<SessionUser> {
  const user = await readSession();
  if (!user) throw redirect({ to: '/login', search: { returnPath: place.location.href } });
  leadToSecondStep(user, place);
  return user;
}

/** Lets everyone pass except staff who must set up a second step first. */
async function requireEnrolled(place: Place): Promise<void> {
  const user = await readSession();
  if (user) leadToSecondStep(user, place);
}

/** Time of the last refresh of the flags of a provider's staff, in milliseconds since the page was loaded. */
let asked = 0;
const askEveryMs = 2_000;

/**
 * Refreshes the flags of a provider's staff with each page that they open: an administrator may have changed their role
 * meanwhile, and the menu is updated (GAP-99). The page does not wait for it.
 */
function followRole(user: SessionUser): void {
  if (user.provider_id === null || roleOf(user) === 'user') return;
  if (asked !== 0 && performance.now() - asked < askEveryMs) return;
  if (asked !== 0) void readSessionAgain();
  asked = performance.now();
}

/** Lets only people with some roles pass; others are redirected to their dashboard, with a message. */
function requireRole(allowed: readonly Role[]): Guard {
  return async (place) => {
    const user = await requirePerson(place);
    if (!place.preload) followRole(user);
    if (allowed.includes(roleOf(user))) return;
    if (!place.preload) {
      await loadTexts(['system']);
      showSnackbar(translate('system.noAccess.snackbar'), 'problem');
    }
    throw redirect({ to: '/dashboard' });
  };
}

/**
 * Lets only visitors pass. A signed-in person is redirected to the page after sign-in, with a message why no second account is
 * made.
 */
async function requireVisitor({ location, search, preload }: Place): Promise<void> {
  if (!(await readSession())) return;
  if (location.pathname === '/signup' && !preload) {
    await loadTexts(['system']);
    showSnackbar(translate('system.hasAccount.snackbar'));
  }
  throw redirect({ href: safeReturnPath(search.returnPath) });
}

const requireNone: Guard = async () => {};

/** Returns the guard of a page for its audience. */
export function guardOf(audience: Audience): Guard {
  switch (audience) {
    case 'all':
      return requireNone;
    case 'all-but-due':
      return requireEnrolled;
    case 'visitors':
      return requireVisitor;
    case 'signed-in':
      return async (place) => void (await requirePerson(place));
    default:
      return requireRole(audience);
  }
}
