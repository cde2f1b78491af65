import { choice, defineList } from '../list.ts';

/** States of a file of the earlier system: not given to a customer yet, refused by the checks, or a file of a customer. */
export const earlierFileStatuses = ['waiting', 'refused', 'done'] as const;
export type EarlierFileStatus = (typeof earlierFileStatuses)[number];

/** Files of the earlier system, newest first (GAP-115). */
export const earlierFileList = defineList({
  name: 'earlier-files',
  filters: { status: choice(earlierFileStatuses) },
  defaultSort: { by: 'created_at', direction: 'desc' },
});
