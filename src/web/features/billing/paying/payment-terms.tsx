import { site } from '../../../app/site.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { sentences } from '../../../plan-view/sentences.ts';
import { HelpLine } from '../../../ui/help-line.tsx';
import css from './paying.module.css';
import type { OfferedPlan } from '../billing-api.ts';
import { isOnce } from '../checkout-kind.ts';

/** Terms to know before paying: whether the plan renews, the currency, and the agreement. */
export function PaymentTerms({ plan }: { plan: Pick<OfferedPlan, 'yearlyFee'> }) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className={css.terms}>
      <p>
        {sentences(
          language,
          t(isOnce(plan) ? 'billing.choose.lifetimeNote' : 'billing.choose.renews'),
          t(site.gstRegistered ? 'billing.choose.gst' : 'billing.choose.currency'),
        )}
      </p>
      <p>
        <HelpLine>{sentences(language, t('billing.choose.terms'), t('billing.choose.help'))}</HelpLine>
      </p>
    </div>
  );
}
