import { StaffLimit, useMay } from '../../../app/allowed.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import css from '../billing.module.css';
import type { PaymentInformation } from '../billing-api.ts';
import { useBank } from '../card/use-bank.tsx';
import { OpenPayment } from './open-payment.tsx';

/** Notice of a pending payment if nothing else is paid, on the pages that show past payments. */
export function OpenPaymentNotice({
  information,
  onPaid,
}: {
  information: PaymentInformation;
  onPaid: () => void;
}) {
  const may = useMay('billing.pay');
  const bank = useBank(information);
  const { open } = information;
  if (open === null || open.state === 'open') return null;
  if (!may) {
    return (
      <Notice icon="lock">
        <StaffLimit action="billing.pay" />
      </Notice>
    );
  }
  return (
    <section className={css.overdue}>
      <OpenPayment open={open} bank={bank} onPaid={onPaid} />
      {bank.dialog}
    </section>
  );
}
