import { lazyRouteComponent } from '@tanstack/react-router';
import type { TextFile } from '../../../domain/i18n/texts.ts';
import { roleOf } from '../../app/person.ts';
import { readSession } from '../../app/session.tsx';
import { loadTexts } from '../../app/texts.tsx';

/** Loads a part with its texts: it can be shown before the route has loaded anything, for example right after signing in. */
async function withTexts<Module>(part: Promise<Module>, ...more: TextFile[]): Promise<Module> {
  const [module] = await Promise.all([
    part,
    loadTexts(['notifications', 'plan', 'on-behalf', 'success', ...more]),
  ]);
  return module;
}

export const CustomerDashboard = lazyRouteComponent(
  () => withTexts(import('./customer/customer.tsx')),
  'CustomerDashboard',
);

export const StaffDashboard = lazyRouteComponent(
  () => withTexts(import('./staff.tsx'), 'today', 'customers'),
  'StaffDashboard',
);

/** Loads the dashboard of the signed-in person. A visitor's dashboard needs nothing more. */
export async function loadDashboard(): Promise<void> {
  const user = await readSession();
  if (!user) return;
  await (roleOf(user) === 'user' ? CustomerDashboard : StaffDashboard).preload?.();
}
