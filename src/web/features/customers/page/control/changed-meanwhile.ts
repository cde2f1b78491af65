import type { ApiError } from '../../../../api/errors.ts';

/** Text and action of a dialog when another staff member has changed the customer since they were read. */
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
