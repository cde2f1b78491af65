import { useRef, useState } from 'react';
import { dollars } from '../../../../domain/billing/money.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import type { Action } from '../../../forms/use-action.ts';
import { sentences } from '../../../plan-view/sentences.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { Spinner } from '../../../ui/messages/spinner.tsx';
import css from '../billing.module.css';
import { useSavedCard, type PaymentInformation, type SavedCard } from '../billing-api.ts';
import { cardParts } from '../card-words.ts';
import { CardForm } from '../card/card-form.tsx';
import { cardToCome, type CardHandle } from '../card/card-handle.ts';
import { PayProblems, PayWithSaved, payWords } from './pay-with-saved.tsx';
import type { CardSource } from './use-paying.ts';

type PayAreaProps = {
  information: Pick<PaymentInformation, 'publishable_key' | 'stand_in' | 'provider_down'>;
  /** Amount to pay today, in cents. */
  total: number;
  paying: Action<[card: CardSource]>;
};

/** Area to pay an amount: with the saved card, with a typed one, or with a button if there is nothing to pay (PAY-03). */
export function PayArea({ information, total, paying }: PayAreaProps) {
  const t = useText();
  const saved = useSavedCard({ pause: information.provider_down || total === 0 });
  const [other, setOther] = useState(false);
  if (information.provider_down) return <Notice live>{t('error.payment.providerDown')}</Notice>;
  if (total === 0) {
    return (
      <>
        <PayProblems paying={paying} />
        <Button wide keepsRoom words={payWords} state={paying.state} onClick={() => void paying.run(null)}>
          {t('checkout.pay.free')}
        </Button>
      </>
    );
  }
  if (saved.loading) return <Spinner />;
  const card = saved.data ?? null;
  if (card === null || other) {
    return (
      <>
        <h2>{t('checkout.card.title')}</h2>
        <TypedCard information={information} total={total} paying={paying} />
        {card && (
          <Button variant="text" onClick={() => setOther(false)}>
            {t('billing.cardForm.useSaved')}
          </Button>
        )}
      </>
    );
  }
  return <KeptCard card={card} total={total} paying={paying} onOther={() => setOther(true)} />;
}

function KeptCard({
  card,
  total,
  paying,
  onOther,
}: Pick<PayAreaProps, 'total' | 'paying'> & { card: SavedCard; onOther: () => void }) {
  const t = useText();
  return (
    <>
      <h2>{t('checkout.saved.title')}</h2>
      <p>{t('checkout.saved.card', cardParts(t, card.card))}</p>
      <div className={css.ways}>
        <PayWithSaved card={card.card} total={total} paying={paying} source={{ saved: card.id }} />
        <Button variant="text" off={paying.state === 'pending'} onClick={onOther}>
          {t('checkout.saved.useOther')}
        </Button>
      </div>
    </>
  );
}

function TypedCard({ information, total, paying }: PayAreaProps) {
  const t = useText();
  const card = useRef<CardHandle>(null);
  const pay = () => {
    const typed = card.current ?? cardToCome;
    if (typed.check()) void paying.run({ typed });
  };
  return (
    <CardForm keys={information} ref={card} onSubmit={pay}>
      <PayProblems paying={paying} />
      <Button type="submit" wide keepsRoom words={payWords} state={paying.state}>
        {t('checkout.pay.initial', { amount: dollars(total, { exact: true }) })}
      </Button>
      <p className={css.small}>
        {sentences(useLanguage(), t('billing.cardForm.bankCheck'), t('billing.cardForm.keepOpen'))}
      </p>
    </CardForm>
  );
}
