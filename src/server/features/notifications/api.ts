import { builder } from '../../graphql/builder.ts';
import type { Activity } from './activities.ts';

/** Exports of notifications for other features. */
export { findActivitiesOf } from './activities.ts';
export { announceToStaff } from './announce-to-staff.ts';
export {
  announce,
  findAdministrators,
  findIntegrationManagers,
  findManagersOf,
  findManagersOfHouse,
  findStaffManagers,
  type Announcement,
} from './store.ts';

/** A line of the recent-activity list, for responses of other features. */
export const ActivityRef = builder.objectRef<Activity>('RecentActivity');
