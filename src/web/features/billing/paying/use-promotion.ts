import { useEffect, useRef, useState } from 'react';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { saying } from '../../../forms/form-errors.ts';
import { useAction } from '../../../forms/use-action.ts';
import { findPromotion, type FoundPromotion, type OfferedPlan } from '../billing-api.ts';
import { isFor } from '../checkout-kind.ts';

/** Milliseconds after which the button beside the code is itself again. */
const resetMs = 2_000;

/** Why a promotion cannot be used for a plan; undefined where it can (PAY-15). */
export function promotionProblem(
  promotion: FoundPromotion | null,
  plan: OfferedPlan,
): PlainTextKey | undefined {
  if (!promotion) return 'error.invalidCode';
  if (promotion.state === 'expired') return 'error.payment.promoExpired';
  if (promotion.state === 'used_up') return 'error.payment.promoUsedUp';
  return isFor(promotion, plan) ? undefined : 'error.payment.promoOtherPlan';
}

/** The promotion that is applied to a plan. `first` is a code that belongs to the person already. */
export function usePromotion(plan: OfferedPlan, first: string | null) {
  const [code, setCode] = useState('');
  const [found, setFound] = useState<FoundPromotion>();
  const asked = useRef<string>(undefined);
  const { run, state, problems, clear } = useAction(
    async (typed: string) => {
      const promotion = typed.trim() === '' ? null : await findPromotion(typed.trim());
      const problem = promotionProblem(promotion, plan);
      // A code for the other payment plan is kept: it counts as soon as that one is chosen.
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
    /** What is said at the field. */
    problem: problem ? { message: problem } : problems[0],
    applied: problem === undefined ? found : undefined,
  };
}

export type PromotionState = ReturnType<typeof usePromotion>;
