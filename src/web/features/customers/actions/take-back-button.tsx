import { useText } from '../../../app/texts.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { customerName, type ActionCustomer } from '../staff.ts';
import { takeCustomerBack } from './actions-api.ts';

type TakeBackButtonProps = {
  customer: ActionCustomer;
  /** Icon as small as the bin that it replaces. */
  inRow?: boolean | undefined;
  onStale?: (() => void) | undefined;
};

/** Undoes the removal of a customer, by one press (D-62). */
export function TakeBackButton({ customer, inRow, onStale }: TakeBackButtonProps) {
  const t = useText();
  const name = customerName(customer);
  const { run, state } = useAction(() => takeCustomerBack(customer.id), {
    resetMs: adminResetMs.save,
    onDone: () => showSnackbar(t('customers.takenBack', { customer: name })),
    onFailed() {
      showSnackbar(t('customers.notUndone', { customer: name }), 'problem');
      onStale?.();
    },
  });
  const label = t('customers.cell.takeBack', { customer: name });
  if (inRow) {
    return (
      <button
        type="button"
        className="iconbtn"
        aria-label={label}
        aria-disabled={state === 'pending' || undefined}
        title={label}
        onClick={() => void run()}
      >
        <Icon name="bring-back" />
      </button>
    );
  }
  return (
    <Button
      variant="two"
      icon="bring-back"
      state={state}
      words={{
        pending: 'customers.takingBack',
        complete: 'customers.undone',
        error: 'customers.action.failed',
      }}
      aria-label={label}
      onClick={() => void run()}
    >
      {t('customers.action.takeBack')}
    </Button>
  );
}
