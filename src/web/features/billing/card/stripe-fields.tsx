import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
} from '@stripe/react-stripe-js';
import type { Stripe, StripeElementStyle } from '@stripe/stripe-js';
import { useEffect, useId, useImperativeHandle, useMemo, useState } from 'react';
import { isCardBrand } from '../../../../domain/billing/cards/card.ts';
import { cardEntryFields, type CardEntryField } from '../../../../domain/billing/cards/card-entry.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { saying } from '../../../forms/errors/form-errors.ts';
import { classNames } from '../../../ui/class-names.ts';
import { FieldProblem, Hint } from '../../../ui/fields/field-parts.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { Spinner } from '../../../ui/messages/spinner.tsx';
import css from './card.module.css';
import { problemsOfCode, useMadeCard, type CardFieldsProps, type CardProblems } from './card-handle.ts';
import { loadStripeClient } from './stripe-client.ts';

/** The payment company's own fields, in its own frames: the typed data never reaches this page. */
export default function StripeFields(props: CardFieldsProps) {
  const t = useText();
  const language = useLanguage();
  const [stripe, setStripe] = useState<Stripe | 'failed'>();
  useEffect(() => {
    let gone = false;
    const found = (loaded: Stripe | 'failed') => {
      if (!gone) setStripe(loaded);
    };
    loadStripeClient(props.publishableKey).then(found, () => found('failed'));
    return () => {
      gone = true;
    };
  }, [props.publishableKey]);
  if (stripe === undefined) return <Spinner word="billing.cardForm.loading" />;
  if (stripe === 'failed') return <Notice live>{t('billing.cardForm.noLoad')}</Notice>;
  return (
    <Elements key={language} stripe={stripe} options={{ locale: language === 'zh' ? 'zh' : 'en-AU' }}>
      <Boxes {...props} stripe={stripe} />
    </Elements>
  );
}

/** Returns the style of the fields inside their frames, which the page's styles do not reach. */
function boxStyle(): StripeElementStyle {
  const { color, fontSize } = getComputedStyle(document.body);
  const problem = getComputedStyle(document.documentElement).getPropertyValue('--error');
  return {
    base: { color, fontSize, fontFamily: 'system-ui, sans-serif', lineHeight: '1.4' },
    invalid: { color: problem },
  };
}

const looks = {
  number: { Box: CardNumberElement, label: 'checkout.card.number', hint: undefined },
  expiry: { Box: CardExpiryElement, label: 'checkout.card.expiry', hint: 'checkout.card.expiryHint' },
  cvc: { Box: CardCvcElement, label: 'checkout.card.cvc', hint: 'checkout.card.cvcHint' },
} as const;

function Boxes({ stripe, ref }: CardFieldsProps & { stripe: Stripe }) {
  const elements = useElements();
  const prefix = useId();
  const style = useMemo(() => boxStyle(), []);
  const [problems, setProblems] = useState<CardProblems>({});
  // The fields report their state; each is incomplete at first.
  const [typed, setTyped] = useState<Record<CardEntryField, string | undefined>>({
    number: 'incomplete_number',
    expiry: 'incomplete_expiry',
    cvc: 'incomplete_cvc',
  });
  const show = (found: CardProblems) => {
    setProblems(found);
    const first = cardEntryFields.find((field) => found[field]);
    // One of three kinds of fields, each with its own overload of the same method.
    if (first) elements?.getElement(looks[first].Box as typeof CardNumberElement)?.focus();
    return !first;
  };
  const refuse = (found: CardProblems) => {
    show(found);
    return saying('billing.cardForm.errors');
  };
  const check = () =>
    show(Object.assign({}, ...cardEntryFields.map((field) => problemsOfCode(typed[field]))));
  const { make, forget } = useMadeCard(async () => {
    const card = elements?.getElement(CardNumberElement);
    if (!card) throw saying('billing.cardForm.noLoad');
    const { error, paymentMethod } = await stripe.createPaymentMethod({ type: 'card', card });
    if (error) {
      const found = problemsOfCode(error.code);
      throw found ? refuse(found) : saying('error.payment.cardSaveFailed');
    }
    setProblems({});
    if (!isCardBrand(paymentMethod.card?.brand ?? '')) throw refuse({ number: 'error.payment.cardBrand' });
    return paymentMethod.id;
  });
  useImperativeHandle(ref, () => ({ check, make, spent: forget }));
  const propsOf = (field: CardEntryField): CardBoxProps => ({
    field,
    id: `${prefix}${field}`,
    problem: problems[field],
    style,
    onChange({ complete, error }) {
      forget();
      setTyped((now) => ({ ...now, [field]: complete ? undefined : (error?.code ?? `incomplete_${field}`) }));
    },
  });
  return (
    <>
      <CardBox {...propsOf('number')} />
      <div className={css.pair}>
        <CardBox {...propsOf('expiry')} />
        <CardBox {...propsOf('cvc')} />
      </div>
    </>
  );
}

type CardBoxProps = {
  field: CardEntryField;
  id: string;
  problem: CardProblems[CardEntryField];
  style: StripeElementStyle;
  onChange: (state: { complete: boolean; error?: { code: string } | undefined }) => void;
};

function CardBox({ field, id, problem, style, onChange }: CardBoxProps) {
  const t = useText();
  const { Box, label, hint } = looks[field];
  return (
    <div className={classNames('field', problem && 'bad')}>
      <label htmlFor={id}>{t(label)}</label>
      <Hint id={id}>{hint && t(hint)}</Hint>
      <FieldProblem id={id}>{problem && t(problem)}</FieldProblem>
      <Box id={id} className={`in ${css.frame}`} options={{ style }} onChange={onChange} />
    </div>
  );
}
