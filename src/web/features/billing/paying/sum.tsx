import type { ReactNode } from 'react';
import { dollars } from '../../../../domain/billing/money.ts';
import { useText } from '../../../app/texts.tsx';
import css from './paying.module.css';

type SumProps = {
  initialFee: number;
  yearlyFee: number | null;
  discount: number;
};

/** Parts of today's amount: initial fee + yearly fee - discount (PAY-19). */
export function Sum({ initialFee, yearlyFee, discount }: SumProps) {
  const t = useText();
  const line = (label: string, cents: number, strong = false): ReactNode => (
    <div className={strong ? css.total : undefined}>
      <dt>{label}</dt>
      <dd>{dollars(cents, { exact: true })}</dd>
    </div>
  );
  return (
    <dl className={css.sum}>
      {initialFee > 0 && line(t('checkout.sum.initial'), initialFee)}
      {yearlyFee !== null && line(t('checkout.sum.yearly'), yearlyFee)}
      {line(t('checkout.sum.discount'), discount === 0 ? 0 : -discount)}
      {line(t('checkout.sum.total'), initialFee + (yearlyFee ?? 0) - discount, true)}
    </dl>
  );
}
