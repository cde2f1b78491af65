import type { FieldError } from '../../../domain/errors.ts';
import type { ApiError } from '../../api/errors.ts';
import { problemOf, waitProblem, type ErrorWording } from '../../forms/form-errors.ts';
import { useAction, type Action } from '../../forms/use-action.ts';
import { adminResetMs } from '../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import type { StaffRow } from './staff-api.ts';

/** What every dialog about one of the staff is given. `onStale` reads again what was changed meanwhile. */
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

/** What dialogs say when one of the staff is not as the page showed them: the server says what is the matter. */
const staffErrors: ErrorWording = {
  texts: {
    conflict: toldBy(() => [problemOf('error.user.changed')]),
    'rate-limited': toldBy(({ retryAfter }) => [waitProblem(retryAfter)]),
    'not-found': 'error.user.changed',
    forbidden: 'error.user.changed',
  },
};

/** Codes after which the list is not as it was shown. */
const isStale = ({ code }: ApiError): boolean =>
  code === 'conflict' || code === 'not-found' || code === 'forbidden';

/** How a dialog fails: what another person did meanwhile is said, and the list is read again. */
export const failing = (onStale: () => void) => ({
  ...staffErrors,
  onFailed(error: ApiError) {
    if (isStale(error)) onStale();
  },
});

/** What a dialog does with one of the staff: when it is done the dialog closes and a message says so. What failed stays in it. */
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
