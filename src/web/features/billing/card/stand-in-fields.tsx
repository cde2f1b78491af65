import { useImperativeHandle, useRef, useState } from 'react';
import { isCardBrand } from '../../../../domain/billing/cards/card.ts';
import {
  cardEntryFields,
  cardEntryProblems,
  cardToSend,
  type CardEntry,
  type CardEntryField,
} from '../../../../domain/billing/cards/card-entry.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { useText } from '../../../app/texts.tsx';
import { saying } from '../../../forms/errors/form-errors.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import css from './card.module.css';
import { problemsOfCode, useMadeCard, type CardFieldsProps, type CardProblems } from './card-handle.ts';
import { makeStandInCard } from './stand-in-calls.ts';

const nothing: CardEntry = { number: '', expiry: '', cvc: '' };

const looks = {
  number: { label: 'checkout.card.number', hint: undefined, autoComplete: 'cc-number', maxLength: 30 },
  expiry: {
    label: 'checkout.card.expiry',
    hint: 'checkout.card.expiryHint',
    autoComplete: 'cc-exp',
    maxLength: 12,
  },
  cvc: { label: 'checkout.card.cvc', hint: 'checkout.card.cvcHint', autoComplete: 'cc-csc', maxLength: 6 },
} as const;

/** Card form with which no money moves. Typed data is sent only to the stand-in of the payment company, and is not stored. */
export default function StandInFields({ publishableKey, ref }: CardFieldsProps) {
  const t = useText();
  const [entry, setEntry] = useState(nothing);
  const [problems, setProblems] = useState<CardProblems>({});
  const boxes = useRef<Partial<Record<CardEntryField, HTMLInputElement | null>>>({});
  const show = (found: CardProblems) => {
    setProblems(found);
    const first = cardEntryFields.find((field) => found[field]);
    if (first) boxes.current[first]?.focus();
    return !first;
  };
  const refuse = (found: CardProblems) => {
    show(found);
    return saying('billing.cardForm.errors');
  };
  const check = () => show(cardEntryProblems(entry, melbourneDate(new Date())));
  const { make, forget } = useMadeCard(async () => {
    const answer = await makeStandInCard(publishableKey, cardToSend(entry));
    if (answer.id === undefined) {
      const found = problemsOfCode(answer.code);
      throw found ? refuse(found) : saying('error.payment.cardSaveFailed');
    }
    if (!isCardBrand(answer.brand)) throw refuse({ number: 'error.payment.cardBrand' });
    return answer.id;
  });
  useImperativeHandle(ref, () => ({ check, make, spent: forget }));
  const box = (field: CardEntryField) => {
    const { label, hint, ...rest } = looks[field];
    const problem = problems[field];
    return (
      <TextField
        {...rest}
        label={t(label)}
        hint={hint && t(hint)}
        error={problem && t(problem)}
        name={rest.autoComplete}
        inputMode="numeric"
        spellCheck={false}
        required
        value={entry[field]}
        ref={(element) => {
          boxes.current[field] = element;
        }}
        onChange={({ target }) => {
          forget();
          setEntry({ ...entry, [field]: target.value });
        }}
      />
    );
  };
  return (
    <>
      {box('number')}
      <div className={css.pair}>
        {box('expiry')}
        {box('cvc')}
      </div>
    </>
  );
}
