import type { Read } from '../../../../api/use-read.ts';
import { useText } from '../../../../app/texts.tsx';
import type { ActivePlan } from '../../../../plan-view/active-plan.ts';
import { usePlanWording } from '../../../../plan-view/plan-wording.ts';
import { Icon } from '../../../../ui/drawings/icon.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import css from '../customer-page.module.css';
import { Part } from './part.tsx';
import { minimumQualityOfLife } from '../first-view/plan-facts.ts';

/**
 * The customer's needs for a life worth living, as ticked in the plan in force; otherwise a message that there are none (CDET-04,
 * CDET-05).
 */
export function QualityOfLife({ name, opened }: { name: string; opened: Read<ActivePlan> | null }) {
  const t = useText();
  return (
    <Part title={t('customer.part.minimumQol')}>
      {opened ? (
        <Loaded read={opened}>{(plan) => <Ticked plan={plan} name={name} />}</Loaded>
      ) : (
        <p>{t('error.nothingToDisplay')}</p>
      )}
    </Part>
  );
}

function Ticked({ plan, name }: { plan: ActivePlan; name: string }) {
  const wording = usePlanWording(plan);
  const { t, voice } = wording;
  const items = minimumQualityOfLife(plan, wording);
  if (items.length === 0) return <p>{t('error.nothingToDisplay')}</p>;
  return (
    <>
      <p>
        <OwnWords>
          {voice.kind === 'self'
            ? t('customer.qol.lead', { customer: name })
            : t('customer.qol.leadOnBehalf', { customer: name, recorder: voice.recorder })}
        </OwnWords>
      </p>
      <ul className={css.ticks}>
        {items.map((item) => (
          <li key={item}>
            <Icon name="check" />
            <span>
              <span className="vh">{t('customer.qol.ticked')} </span>
              <OwnWords>{item}</OwnWords>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
