import { dollars } from '../../../../domain/billing/money.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import css from '../billing.module.css';
import type { PaymentInformation } from '../billing-api.ts';
import type { Bank } from '../card/use-bank.tsx';
import { abandonPayment, confirmPayment } from './paying-api.ts';
import { payWording, toTheEnd } from './use-paying.ts';

type Open = NonNullable<PaymentInformation['open']>;

const words: StateWords = {
  pending: 'billing.open.check.pending',
  complete: 'billing.open.check.complete',
  error: 'billing.open.check.error',
};

/** Time after which a button here returns to its initial state, in milliseconds. */
const resetMs = 2_000;

/**
 * A payment that was started, on this device or another one, and waits for the payment company, or for the person at their bank.
 * No other payment is possible meanwhile.
 */
export function OpenPayment({ open, bank, onPaid }: { open: Open; bank: Bank; onPaid: () => void }) {
  const t = useText();
  const amount = dollars(open.total, { exact: true });
  const waitsForBank = open.state === 'needs_action';
  const look = useAction(async () => toTheEnd(await confirmPayment(), bank), {
    ...payWording(),
    resetMs,
    onDone: onPaid,
  });
  const giveUp = useAction(abandonPayment, {
    ...payWording(),
    resetMs,
    onDone: () => showSnackbar(t('billing.open.givenUp')),
  });
  return (
    <>
      <Notice live>
        {t(waitsForBank ? 'billing.open.needsBank' : 'billing.open.processing', { amount })}
      </Notice>
      <ProblemList problems={[...look.problems, ...giveUp.problems]} className={css.problems} />
      <div className={css.ways}>
        <Button state={look.state} words={words} onClick={() => void look.run()}>
          {t(waitsForBank ? 'billing.open.goOn' : 'billing.open.check')}
        </Button>
        {waitsForBank && (
          <Button
            variant="text"
            words={words}
            state={giveUp.state === 'pending' ? 'pending' : 'initial'}
            off={look.state === 'pending'}
            onClick={() => void giveUp.run()}
          >
            {t('billing.open.giveUp')}
          </Button>
        )}
      </div>
    </>
  );
}
