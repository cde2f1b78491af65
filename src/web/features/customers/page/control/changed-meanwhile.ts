import type { ApiError } from '../../../../api/errors.ts';

/** What a dialog says and does when somebody else changed the customer since they were read. */
export const changedMeanwhile = (onStale: () => void) => ({
  texts: {
    conflict: 'error.planAdmin.changed' as const,
    locked: 'error.planAdmin.greyedLocked' as const,
    'not-found': 'error.planAdmin.changed' as const,
  },
  onFailed({ code }: ApiError) {
    if (code === 'conflict' || code === 'locked' || code === 'not-found') onStale();
  },
});
