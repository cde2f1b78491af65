import type { FieldError } from '../../../../domain/errors.ts';
import type { ApiError } from '../../../api/errors.ts';
import { problemOf, waitProblem, type ErrorWording } from '../../../forms/errors/form-errors.ts';
import { useAction, type Action } from '../../../forms/use-action.ts';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import type { StaffRow } from '../staff-api.ts';

/** Props of every dialog about a staff member. `onStale` reads again what was changed meanwhile. */
export type StaffDialogProps = {
  staff: StaffRow;
  given: readonly number[];
  onStale: () => void;
  onClose: () => void;
};

const toldBy =
  (otherwise: (error: ApiError) => readonly FieldError[]) =>
  (error: ApiError): readonly FieldError[] =>
    error.fields.length > 0 ? error.fields : otherwise(error);

/** Messages if a staff member has changed since the page was read: the server sends the details. */
const staffErrors: ErrorWording = {
  texts: {
    conflict: toldBy(() => [problemOf('error.user.changed')]),
    'rate-limited': toldBy(({ retryAfter }) => [waitProblem(retryAfter)]),
    'not-found': 'error.user.changed',
    forbidden: 'error.user.changed',
  },
};

/** Codes after which the shown list is out of date. */
const isStale = ({ code }: ApiError): boolean =>
  code === 'conflict' || code === 'not-found' || code === 'forbidden';

/** Handling of failures of a dialog: a change by another person is reported, and the list is read again. */
export const failing = (onStale: () => void) => ({
  ...staffErrors,
  onFailed(error: ApiError) {
    if (isStale(error)) onStale();
  },
});

/**
 * Runs the action of a dialog about a staff member: after success the dialog closes and a message confirms it. Errors are shown
 * in the dialog.
 */
export function useStaffAction(
  { onClose, onStale }: Pick<StaffDialogProps, 'onClose' | 'onStale'>,
  work: () => Promise<unknown>,
  done: string,
): Action<[]> {
  return useAction(work, {
    ...failing(onStale),
    resetMs: adminResetMs.save,
    onDone() {
      showSnackbar(done);
      onClose();
    },
  });
}
