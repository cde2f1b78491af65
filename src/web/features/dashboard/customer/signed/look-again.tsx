import { useState } from 'react';
import { inVoice } from '../../../../../domain/questionnaire/reading/present.ts';
import { melbourneDate } from '../../../../../domain/fields.ts';
import { lookAgainDay } from '../../../../../domain/plan/look-again.ts';
import { monthName } from '../../../../app/month-name.ts';
import { useLanguage } from '../../../../app/texts.tsx';
import { versionDay, type ActivePlan } from '../../../../plan-view/active-plan.ts';
import { usePlanWording } from '../../../../plan-view/plan-wording.ts';
import { useClosed } from '../../../../plan-view/steps/use-closed.ts';
import { LinkButton } from '../../../../ui/buttons/link-button.tsx';
import css from './signed.module.css';

/** When the plan is due to be looked at again: a year after it was signed or last changed. */
export function LookAgain({ plan }: { plan: ActivePlan }) {
  const wording = usePlanWording(plan);
  const { t } = wording;
  const language = useLanguage();
  const mayEdit = useClosed(plan) === undefined;
  const [today] = useState(() => melbourneDate(new Date()));
  const last = versionDay(plan);
  const due = lookAgainDay(last);
  const isDue = due <= today;
  return (
    <>
      <p className={css.when}>
        {isDue
          ? t('dash.signed.againDue', { month: monthName(last, language, 'long') })
          : t('dash.signed.againBy', { month: monthName(due, language, 'long') })}
      </p>
      <p className="quiet">{t('dash.signed.againAsk')}</p>
      <div className="acts">
        <LinkButton to="/care-plan" variant="two">
          {inVoice(wording, 'dash.signed.read', 'dash.onBehalf.signed.read')}
        </LinkButton>
        {mayEdit && (
          <LinkButton to="/my-acp/edit" variant="text">
            {t('dash.signed.change')}
          </LinkButton>
        )}
      </div>
    </>
  );
}
