import { melbourneTime } from '../../../../../domain/fields.ts';
import { useShortDate } from '../../../../app/dates.ts';
import { useText } from '../../../../app/texts.tsx';
import type { StateWords } from '../../../../ui/buttons/button.tsx';
import { customerName } from '../../staff.ts';
import { resetCustomer, sendReminder } from '../actions-api.ts';
import css from '../actions.module.css';
import { AskDialog } from './ask-dialog.tsx';
import type { CustomerDialogProps } from '../dialog-props.ts';
import { useCustomerAction } from '../use-customer-action.ts';

const words: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

/** Sends the invitation again (CACT-05, GAP-78). */
export function ReminderDialog(props: CustomerDialogProps) {
  const t = useText();
  const shortDate = useShortDate();
  const { id, email, customer_status, last_reminder } = props.customer;
  const customer = customerName(props.customer);
  const action = useCustomerAction(props, () => sendReminder(id, customer_status), {
    done: t('success.reminderSent'),
  });
  return (
    <AskDialog
      title={t('customers.reminder.title', { customer })}
      lead={t('customers.reminder.body', { email: email ?? '' })}
      button={t('customers.reminder.button')}
      words={words}
      action={action}
      onClose={props.onClose}
    >
      {last_reminder && (
        <p className={css.said}>
          {t('customers.reminder.last', {
            date: shortDate(last_reminder),
            time: melbourneTime(new Date(last_reminder)),
          })}
        </p>
      )}
    </AskDialog>
  );
}

/** Sends the link for a new password (CACT-07). */
export function ResetDialog(props: CustomerDialogProps) {
  const t = useText();
  const { id, email, customer_status } = props.customer;
  const customer = customerName(props.customer);
  const action = useCustomerAction(props, () => resetCustomer(id, customer_status), {
    done: t('success.resetSent'),
  });
  return (
    <AskDialog
      title={t('confirm.customerReset.title', { customer })}
      lead={t('customers.reset.body', { email: email ?? '' })}
      button={t('customers.reset.button')}
      words={words}
      action={action}
      onClose={props.onClose}
    />
  );
}
