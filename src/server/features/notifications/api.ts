import { builder } from '../../graphql/builder.ts';
import type { Activity } from './activities.ts';

/** What notifications show other features. */
export { findActivitiesOf } from './activities.ts';

/** A line of the recent-activity list, for answers of other features. */
export const ActivityRef = builder.objectRef<Activity>('RecentActivity');
