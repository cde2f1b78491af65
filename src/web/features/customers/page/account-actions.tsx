import { useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { RowButton, RowOff } from '../../../ui/row.tsx';
import { StartDialog } from '../../impersonation/api.ts';
import type { Customer } from './customer-api.ts';

/** What staff can do with the customer's account (CACT-08, CACT-10). */
export function AccountActions({ customer }: { customer: Customer }) {
  const t = useText();
  const [entering, setEntering] = useState(false);
  const { id, name, customer_status } = customer;
  return (
    <>
      <h3>{t('customer.part.account')}</h3>
      {customer_status === 'suspended' ? (
        <RowOff icon="log-in" reason={t('error.lac.suspended')}>
          {t('customer.control.login')}
        </RowOff>
      ) : (
        <RowButton icon="log-in" end={<span />} aria-haspopup="dialog" onClick={() => setEntering(true)}>
          {t('customer.control.login')}
        </RowButton>
      )}
      {entering && <StartDialog customer={{ id, name }} onClose={() => setEntering(false)} />}
    </>
  );
}

/** Edits the customer ID (CACT-41). */
export function EditId(_: { customer: Customer }) {
  return null;
}
