import type { FieldError } from '../../../../domain/errors.ts';

import { useText } from '../../../app/texts.tsx';
import type { ApiError } from '../../../api/errors.ts';
import { problemOf, waitProblem, type ErrorWording } from '../../../forms/errors/form-errors.ts';
import { useAction, type Action } from '../../../forms/use-action.ts';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar, showSnackbarWith } from '../../../ui/messages/snackbars.ts';
import { customerName, type ActionCustomer } from '../staff.ts';
import type { CustomerDialogProps } from './dialog-props.ts';

const messageOf =
  (otherwise: (error: ApiError) => readonly FieldError[]) =>
  (error: ApiError): readonly FieldError[] =>
    error.fields.length > 0 ? error.fields : otherwise(error);

/**
 * Messages if a customer has changed meanwhile, cannot be mailed again so soon, or does not exist: the server sends the details.
 */
export const customerErrors: ErrorWording = {
  texts: {
    conflict: messageOf(() => [problemOf('error.customer.statusFailed')]),
    'rate-limited': messageOf(({ retryAfter }) => [waitProblem(retryAfter)]),
    'not-found': 'error.customer.notFound',
  },
  fallback: 'error.customer.statusFailed',
};

type CustomerActionOptions<Result> = {
  /** Message after success. */
  done: string | ((result: Result) => string);
  /** Undoes the action; without it there is no Undo. */
  undo?: ((result: Result) => Promise<unknown>) | undefined;
  resetMs?: number;
  errors?: ErrorWording;
};

/**
 * Runs the action of a dialog about a customer. After success the dialog closes, and a message confirms it, with Undo if
 * possible. Errors are shown in the dialog (ERR-28). A customer who was changed meanwhile is read again.
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

/** Returns a function that shows a message with Undo. */
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
