import { useEffect, useRef, useState } from 'react';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { saying } from '../../../forms/errors/form-errors.ts';
import { useAction } from '../../../forms/use-action.ts';
import { findPromotion, type FoundPromotion, type OfferedPlan } from '../billing-api.ts';
import { isFor } from '../checkout-kind.ts';

/** Time after which the button beside the code returns to its initial state, in milliseconds. */
const resetMs = 2_000;

/** Returns why a promotion cannot be used for a plan; undefined if it can (PAY-15). */
export function promotionProblem(
  promotion: FoundPromotion | null,
  plan: OfferedPlan,
): PlainTextKey | undefined {
  if (!promotion) return 'error.invalidCode';
  if (promotion.state === 'expired') return 'error.payment.promoExpired';
  if (promotion.state === 'used_up') return 'error.payment.promoUsedUp';
  return isFor(promotion, plan) ? undefined : 'error.payment.promoOtherPlan';
}

/** Promotion that is applied to a plan. `first` is the person's own code, if they have one. */
export function usePromotion(plan: OfferedPlan, first: string | null) {
  const [code, setCode] = useState('');
  const [found, setFound] = useState<FoundPromotion>();
  const asked = useRef<string>(undefined);
  const { run, state, problems, clear } = useAction(
    async (typed: string) => {
      const promotion = typed.trim() === '' ? null : await findPromotion(typed.trim());
      const problem = promotionProblem(promotion, plan);
      // A code for the other payment plan is kept: it applies when that plan is chosen.
      if (promotion && (problem === undefined || problem === 'error.payment.promoOtherPlan'))
        setFound(promotion);
      else if (problem !== undefined) throw saying(problem);
    },
    { resetMs },
  );
  useEffect(() => {
    if (first === null || asked.current === first) return;
    asked.current = first;
    setCode(first);
    void run(first);
  }, [first, run]);
  const problem = found && promotionProblem(found, plan);
  return {
    code,
    type(text: string) {
      setCode(text);
      setFound(undefined);
      clear();
    },
    apply: () => void run(code),
    remove() {
      setFound(undefined);
      setCode('');
      clear();
    },
    state,
    /** Error at the field. */
    problem: problem ? { message: problem } : problems[0],
    applied: problem === undefined ? found : undefined,
  };
}

export type PromotionState = ReturnType<typeof usePromotion>;
