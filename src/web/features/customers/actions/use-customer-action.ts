import type { FieldError } from '../../../../domain/errors.ts';

import { useText } from '../../../app/texts.tsx';
import type { ApiError } from '../../../api/errors.ts';
import { problemOf, waitProblem, type ErrorWording } from '../../../forms/form-errors.ts';
import { useAction, type Action } from '../../../forms/use-action.ts';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar, showSnackbarWith } from '../../../ui/messages/snackbars.ts';
import { customerName, type ActionCustomer } from '../staff.ts';
import type { CustomerDialogProps } from './dialog-props.ts';

const toldBy =
  (otherwise: (error: ApiError) => readonly FieldError[]) =>
  (error: ApiError): readonly FieldError[] =>
    error.fields.length > 0 ? error.fields : otherwise(error);

/**
 * What dialogs say when a customer is not as the page showed them, cannot be written to so soon again, or is not there: the server
 * says what is the matter.
 */
export const customerErrors: ErrorWording = {
  texts: {
    conflict: toldBy(() => [problemOf('error.customer.statusFailed')]),
    'rate-limited': toldBy(({ retryAfter }) => [waitProblem(retryAfter)]),
    'not-found': 'error.customer.notFound',
  },
  fallback: 'error.customer.statusFailed',
};

type CustomerActionOptions<Result> = {
  /** What is said when it is done. */
  done: string | ((result: Result) => string);
  /** Takes it back; without it there is no way back. */
  undo?: ((result: Result) => Promise<unknown>) | undefined;
  resetMs?: number;
  errors?: ErrorWording;
};

/**
 * What a dialog does with a customer: when it is done the dialog closes, and a message says so, with a way back where there is one.
 * What failed stays in the dialog (ERR-28). A customer who was changed meanwhile is read again.
 */
export function useCustomerAction<Result>(
  { customer, onClose, onStale }: Pick<CustomerDialogProps, 'customer' | 'onClose' | 'onStale'>,
  work: () => Promise<Result>,
  { done, undo, resetMs = adminResetMs.save, errors }: CustomerActionOptions<Result>,
): Action<[]> {
  const takeBack = useTakeBack(customer);
  return useAction(work, {
    ...customerErrors,
    ...errors,
    texts: { ...customerErrors.texts, ...errors?.texts },
    resetMs,
    onDone(result) {
      const said = typeof done === 'string' ? done : done(result);
      if (undo) takeBack(said, () => undo(result));
      else showSnackbar(said);
      onClose();
    },
    onFailed({ code }) {
      if (code === 'conflict' || code === 'not-found') onStale();
    },
  });
}

/** Says that something is done, with Undo. */
export function useTakeBack(customer: ActionCustomer): (done: string, undo: () => Promise<unknown>) => void {
  const t = useText();
  const name = customerName(customer);
  return (done, undo) => {
    const run = () => {
      undo().then(
        () => showSnackbar(t('customers.undone')),
        () => showSnackbar(t('customers.notUndone', { customer: name }), 'problem'),
      );
    };
    showSnackbarWith({ words: t('customers.undo'), run }, done);
  };
}
