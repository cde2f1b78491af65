import css from '../billing.module.css';
import type { PaymentInformation } from '../billing-api.ts';
import { useBank } from '../card/use-bank.tsx';
import { OpenPayment } from './open-payment.tsx';

/** A payment that waits, where nothing else is paid: on the pages that say what was paid. */
export function OpenPaymentNotice({
  information,
  onPaid,
}: {
  information: PaymentInformation;
  onPaid: () => void;
}) {
  const bank = useBank(information);
  const { open } = information;
  if (open === null || open.state === 'open') return null;
  return (
    <section className={css.overdue}>
      <OpenPayment open={open} bank={bank} onPaid={onPaid} />
      {bank.dialog}
    </section>
  );
}
