import { useShortDate } from '../../../../app/dates.ts';
import { useText } from '../../../../app/texts.tsx';
import type { Customer } from '../customer-api.ts';
import { Part } from './part.tsx';

/** Other confirmations of the customer: My Health Record and the organ donor register. */
export function Confirmations({ customer }: { customer: Customer }) {
  const t = useText();
  const shortDate = useShortDate();
  const { health_record_confirm_date: health, donor_confirm_date: donor } = customer;
  return (
    <Part title={t('customer.part.confirmed')}>
      <p>
        {health === null
          ? t('customer.plan.healthRecordNo')
          : t('customer.plan.healthRecord', { date: shortDate(health) })}
      </p>
      <p>
        {donor === null ? t('customer.plan.donorNo') : t('customer.plan.donor', { date: shortDate(donor) })}
      </p>
    </Part>
  );
}
