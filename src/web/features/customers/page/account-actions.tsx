import { useMemo } from 'react';
import type { CustomerAction } from '../../../../domain/customers/actions/customer-actions.ts';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import type { IconName } from '../../../ui/drawings/icon.tsx';
import { RowButton, RowOff } from '../../../ui/row.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { actionsOf, customerName, staffOf, viewer, type ActionCustomer } from '../staff.ts';
import { useCustomerDialogs, type OpenDialog } from '../actions/use-customer-dialogs.tsx';
import type { Customer } from './customer-api.ts';

const icons: Readonly<Partial<Record<CustomerAction, IconName>>> = {
  login: 'log-in',
  beginTogether: 'log-in',
  addEmail: 'mail',
  reminder: 'bell',
  reset: 'mail',
  designateEmail: 'mail',
  editEmail: 'pencil',
  move: 'move',
  suspend: 'pause',
  unsuspend: 'renew',
  archive: 'archive',
  unarchive: 'renew',
  cancelInvitation: 'close',
  remove: 'trash',
};

/** Actions that have a button in another place of the page, so the list of account actions leaves them out. */
const elsewhere: readonly CustomerAction[] = ['view', 'talk', 'handOver', 'editId', 'takeBack'];

/** Converts the customer to the form used by the dialogs of the table. */
const forDialogs = ({ integration_types, removal, ...customer }: Customer): ActionCustomer => ({
  ...customer,
  removal_on: removal?.delete_on ?? null,
  last_reminder: null,
  integrations: integration_types.map((type) => ({ type })),
});

/** Dialogs about the account of one customer, for the signed-in staff member. */
export function useAccount(customer: Customer, onStale: () => void) {
  const user = useSession();
  const staff = useMemo(() => (user ? staffOf(user) : viewer), [user]);
  const { dialog, open, failed } = useCustomerDialogs(staff, onStale);
  const subject = useMemo(() => forDialogs(customer), [customer]);
  const actions = useMemo(() => actionsOf(staff, subject), [staff, subject]);
  return { subject, actions, dialog, open, failed };
}

type AccountProps = {
  subject: ActionCustomer;
  actions: readonly CustomerAction[];
  failed: boolean;
  open: OpenDialog;
};

/**
 * Actions that staff can take on the customer's account now (CACT-03 to CACT-13). Logging in is always shown: greyed while it is
 * off.
 */
export function AccountActions({ subject, actions, failed, open }: AccountProps) {
  const t = useText();
  return (
    <>
      <h3>{t('customer.part.account')}</h3>
      {!actions.includes('login') && subject.removal_on === null && !subject.is_duplicate && (
        <RowOff
          icon="log-in"
          reason={t(subject.placeholder_email ? 'error.lac.noAddress' : 'error.lac.suspended')}
        >
          {t('customers.action.login')}
        </RowOff>
      )}
      {actions
        .filter((action) => !elsewhere.includes(action))
        .map((action) => (
          <RowButton
            key={action}
            icon={icons[action]}
            end={<span />}
            aria-haspopup="dialog"
            note={
              action === 'beginTogether' && (
                <OwnWords>{t('customer.together.about', { customer: customerName(subject) })}</OwnWords>
              )
            }
            onClick={() => open(action, subject)}
          >
            {t(`customers.action.${action}`)}
          </RowButton>
        ))}
      <div role="alert">{failed && <p className="err">{t('error.general_error')}</p>}</div>
    </>
  );
}
