import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { Sprig } from '../../../ui/drawings/sprig.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { QuestionFrame, StepHeading } from './question-frame.tsx';
import css from '../questionnaire.module.css';
import { useNavigation } from './use-navigation.ts';
import { audienceOf, useStepList } from '../../../plan-view/steps/use-step-list.ts';

const prices = ['care', 'lifetime'] as const;

/** What Wattle costs, before a person signs. Going on never depends on paying (QCHECK-03, GAP-44). */
export function CheckoutStep({ plan }: { plan: Plan }) {
  const t = useText();
  const going = useNavigation(plan, 'checkout');
  const steps = useStepList(plan, 'checkout');
  const covered = audienceOf(plan).providerCustomer;
  return (
    <QuestionFrame steps={steps} current="checkout">
      <StepHeading
        step="checkout"
        steps={steps}
        title="checkout.title"
        lead={covered ? 'checkout.providerCovers.body' : 'checkout.hint'}
      />
      {covered ? (
        <div className={css.notice}>
          <Notice icon="circle-check">
            <b>{t('checkout.providerCovers.title')}</b>
          </Notice>
        </div>
      ) : (
        <>
          <div className={css.intro}>
            <Disclosure summary={t('common.why')}>{t('checkout.why')}</Disclosure>
          </div>
          <section aria-labelledby="prices">
            <h2 id="prices" className={css.pricesTitle}>
              {t('checkout.plans.title')}
            </h2>
            <ul className={css.prices}>
              {prices.map((price) => (
                <li key={price} className="card">
                  <h3>{t(`checkout.plan.${price}.label`)}</h3>
                  <p className={css.price}>{t(`checkout.plan.${price}.price`)}</p>
                  <p className="quiet">{t(`checkout.plan.${price}.detail`)}</p>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
      <div className="rest">
        <Sprig drawing="small" />
        <p>{t('rest.beforeStep9')}</p>
      </div>
      <div className="qend">
        <Button onClick={going.next}>{t('common.continue')}</Button>
        <Button variant="two" onClick={going.back}>
          {t('common.back')}
        </Button>
        {!covered && <span className="quiet small">{t('checkout.continueUnpaid')}</span>}
      </div>
    </QuestionFrame>
  );
}
