import { messageOf } from '../../../forms/errors/messages.ts';
import { useRef } from 'react';
import { dollars } from '../../../../domain/billing/money.ts';
import { useText } from '../../../app/texts.tsx';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { announce } from '../../../ui/messages/announce.ts';
import { moveFocus } from '../../../ui/rescue-focus.ts';
import css from './paying.module.css';
import type { PromotionState } from './use-promotion.ts';

const words: StateWords = {
  pending: 'billing.promo.pending',
  complete: 'checkout.promotion.apply',
  error: 'checkout.promotion.apply',
};

type PromotionEntryProps = {
  promotion: PromotionState;
  /** Discount of the applied promotion for the chosen plan, in cents. */
  discount: number;
  /** Whether an applied code can be removed: not with an existing payment plan (PAY-14). */
  removable: boolean;
};

/** Field to type, apply and remove a code (PAY-13 to PAY-15). */
export function PromotionEntry({ promotion, discount, removable }: PromotionEntryProps) {
  const t = useText();
  const { code, applied, problem, state } = promotion;
  const field = useRef<HTMLInputElement>(null);
  if (applied) {
    const said =
      discount === 0
        ? t('billing.promo.noEffect')
        : t('checkout.promotion.applied', { code: applied.code, amount: dollars(discount, { exact: true }) });
    return (
      <div className={css.applied} role="status">
        <Icon name="circle-check" />
        <p>
          {said} {!removable && t('billing.promo.kept')}
        </p>
        {removable && (
          <Button
            variant="text"
            onClick={() => {
              promotion.remove();
              announce(t('success.promoRemoved'));
              moveFocus(() => field.current);
            }}
          >
            {t('checkout.promotion.remove')}
            <span className="vh">: {applied.code}</span>
          </Button>
        )}
      </div>
    );
  }
  return (
    <form
      noValidate
      className={css.promo}
      onSubmit={(event) => {
        event.preventDefault();
        promotion.apply();
      }}
    >
      <TextField
        label={t('checkout.promotion.label')}
        optional={t('common.optional')}
        hint={t('billing.promo.hint')}
        error={problem && messageOf(t, problem)}
        name="promotion"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        value={code}
        ref={field}
        onChange={({ target }) => promotion.type(target.value)}
      />
      <Button type="submit" variant="two" words={words} state={state === 'pending' ? 'pending' : 'initial'}>
        {t('checkout.promotion.apply')}
      </Button>
    </form>
  );
}
