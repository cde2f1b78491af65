import { useText } from '../../../app/texts.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { customerName, type ActionCustomer } from '../staff.ts';
import { takeCustomerBack } from './actions-api.ts';

type TakeBackButtonProps = { customer: ActionCustomer; onStale?: (() => void) | undefined };

/** Takes the removal of a customer back, by one press (D-62). */
export function TakeBackButton({ customer, onStale }: TakeBackButtonProps) {
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
  return (
    <Button
      variant="two"
      icon="renew"
      state={state}
      words={{
        pending: 'customers.takingBack',
        complete: 'customers.undone',
        error: 'customers.action.failed',
      }}
      aria-label={t('customers.cell.takeBack', { customer: name })}
      onClick={() => void run()}
    >
      {t('customers.action.takeBack')}
    </Button>
  );
}
