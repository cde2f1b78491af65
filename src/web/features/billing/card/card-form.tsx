import { lazy, Suspense, type ReactNode, type Ref } from 'react';
import { cardBrands } from '../../../../domain/billing/cards/card.ts';
import { useText } from '../../../app/texts.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { Spinner } from '../../../ui/messages/spinner.tsx';
import css from './card.module.css';
import type { PaymentInformation } from '../billing-api.ts';
import type { CardHandle } from './card-handle.ts';

const StandInFields = lazy(() => import('./stand-in-fields.tsx'));
const StripeFields = lazy(() => import('./stripe-fields.tsx'));

/** Keys with which this site reaches the payment company from the browser. */
export type CardKeys = Pick<PaymentInformation, 'publishable_key' | 'stand_in'>;

type CardFormProps = {
  keys: CardKeys;
  ref: Ref<CardHandle>;
  onSubmit: () => void;
  /** The button, and the messages about the last try. */
  children: ReactNode;
};

/** Form for a card, with the data that is collected and its receiver (PAY-16, PAY-17). `children` contains its button. */
export function CardForm({ keys: { publishable_key, stand_in }, ref, onSubmit, children }: CardFormProps) {
  const t = useText();
  if (publishable_key === null) return <Notice>{t('billing.cardForm.noLoad')}</Notice>;
  const Fields = stand_in ? StandInFields : StripeFields;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <ul className={css.brands} aria-label={t('checkout.card.accepted')}>
        {cardBrands.map((brand) => (
          <li key={brand}>{t(`billing.brand.${brand}`)}</li>
        ))}
      </ul>
      {stand_in && <p className={css.test}>{t('billing.cardForm.test')}</p>}
      <Suspense fallback={<Spinner word="billing.cardForm.loading" />}>
        <Fields publishableKey={publishable_key} ref={ref} />
        {children}
      </Suspense>
      <p className={css.safe}>
        <Icon name="lock" small />
        <span>{t('checkout.card.private')}</span>
      </p>
    </form>
  );
}
