import { dollars } from '../../../../domain/billing/money.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import type { Action } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import type { ShownCard } from '../billing-api.ts';
import css from '../billing.module.css';
import { brandName } from '../card-words.ts';
import type { CardSource } from './use-paying.ts';

/** Words of a button that pays. */
export const payWords: StateWords = {
  pending: 'checkout.pay.pending',
  complete: 'checkout.pay.complete',
  error: 'checkout.pay.error',
};

type Paying = Action<[card: CardSource]>;

/** Why the last try failed, until the next one (ERR-10). */
export function PayProblems({ paying }: { paying: Paying }) {
  return <ProblemList problems={paying.problems} className={css.problems} />;
}

type PayWithSavedProps = {
  card: ShownCard;
  /** Amount to pay, in cents. */
  total: number;
  paying: Paying;
  /** The card to send; null if the server reads the saved card itself. */
  source: CardSource;
};

/** Button that pays with the saved card, which it names with the amount. */
export function PayWithSaved({ card, total, paying, source }: PayWithSavedProps) {
  const t = useText();
  const { brand, last4 } = card;
  const amount = dollars(total, { exact: true });
  return (
    <>
      <PayProblems paying={paying} />
      <Button wide keepsRoom words={payWords} state={paying.state} onClick={() => void paying.run(source)}>
        {t('billing.cardForm.paySaved', { amount, brand: brandName(t, brand), last4 })}
      </Button>
    </>
  );
}
