import { redirect, type ParsedLocation } from '@tanstack/react-router';
import { showSnackbar } from '../ui/snackbars.ts';
import { roleOf, type SessionUser } from './person.ts';
import { safeReturnPath } from './return-path.ts';
import { readSession } from './session.tsx';
import { loadTexts, translate } from './texts.tsx';

type Place = { location: ParsedLocation };

/** Lets only a signed-in person pass; a visitor signs in first and comes back. */
export async function requirePerson({ location }: Place): Promise<SessionUser> {
  const user = await readSession();
  if (!user) throw redirect({ to: '/login', search: { returnPath: location.href } });
  return user;
}

/** Lets only a customer pass; other roles go to their dashboard and hear why. */
export async function requireCustomer(place: Place): Promise<void> {
  const user = await requirePerson(place);
  if (roleOf(user) === 'user') return;
  await loadTexts(['system']);
  showSnackbar(translate('system.noAccess.snackbar'), 'problem');
  throw redirect({ to: '/dashboard' });
}

/** Lets only a visitor pass; a signed-in person goes where signing in would have led. */
export async function requireVisitor({ search }: { search: { returnPath?: string } }): Promise<void> {
  if (await readSession()) throw redirect({ href: safeReturnPath(search.returnPath) });
}
