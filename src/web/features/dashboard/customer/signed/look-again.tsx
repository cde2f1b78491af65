import { useEffect, useRef, useState } from 'react';
import { inVoice } from '../../../../../domain/questionnaire/reading/present.ts';
import { longDate, melbourneDate, type IsoDate } from '../../../../../domain/fields.ts';
import { lookAgainDay } from '../../../../../domain/plan/look-again.ts';
import { monthName } from '../../../../app/month-name.ts';
import { useLanguage, useText } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { versionDay, type ActivePlan } from '../../../../plan-view/active-plan.ts';
import { usePlanWording } from '../../../../plan-view/plan-wording.ts';
import { useClosed } from '../../../../plan-view/steps/use-closed.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../../ui/buttons/link-button.tsx';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import css from './signed.module.css';
import { confirmStillRight } from './still-right-api.ts';

/**
 * Shows when the plan is due for review: a year after it was signed, last changed, or confirmed as still right. The confirmation button
 * does not change the plan.
 */
export function LookAgain({ plan }: { plan: ActivePlan }) {
  const wording = usePlanWording(plan);
  const { t } = wording;
  const language = useLanguage();
  const mayEdit = useClosed(plan) === undefined;
  const [today] = useState(() => melbourneDate(new Date()));
  const [saidNow, setSaidNow] = useState<IsoDate>();
  const said = saidNow ?? plan.still_right_on;
  const last = said ?? versionDay(plan);
  const due = lookAgainDay(last);
  const isDue = due <= today;
  return (
    <>
      <p className={css.when}>
        {isDue
          ? t('dash.signed.againDue', { month: monthName(last, language, 'long') })
          : t('dash.signed.againBy', { month: monthName(due, language, 'long') })}
      </p>
      {said === null ? (
        <p className="quiet">{t('dash.signed.againAsk')}</p>
      ) : (
        <Said on={said} isNew={saidNow !== undefined} />
      )}
      <Actions
        plan={plan}
        mayConfirm={mayEdit && last < today}
        mayEdit={mayEdit}
        onConfirmed={() => setSaidNow(today)}
      />
    </>
  );
}

/** The day on which the person said so. Focused after they have just said it: the button that was pressed is gone. */
function Said({ on, isNew }: { on: IsoDate; isNew: boolean }) {
  const t = useText();
  const language = useLanguage();
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isNew) line.current?.focus();
  }, [isNew]);
  return (
    <p ref={line} tabIndex={-1} role={isNew ? 'status' : undefined} className="quiet">
      {t('dash.signed.saidRight', { date: longDate(on, language) })}
    </p>
  );
}

type ActionsProps = { plan: ActivePlan; mayConfirm: boolean; mayEdit: boolean; onConfirmed: () => void };

function Actions({ plan, mayConfirm, mayEdit, onConfirmed }: ActionsProps) {
  const wording = usePlanWording(plan);
  const { t } = wording;
  const { run, state, problems } = useAction(() => confirmStillRight(plan.id, plan.plan_version), {
    resetMs: adminResetMs.save,
    texts: { conflict: () => [{ field: 'form', message: 'dash.signed.stillRightOther' }] },
    onDone: onConfirmed,
  });
  return (
    <>
      <div className="acts">
        {mayConfirm && (
          <Button variant="two" state={state} onClick={() => void run()}>
            {t('dash.signed.stillRight')}
          </Button>
        )}
        <LinkButton to="/care-plan" variant={mayConfirm ? 'text' : 'two'}>
          {inVoice(wording, 'dash.signed.read', 'dash.onBehalf.signed.read')}
        </LinkButton>
        {mayEdit && (
          <LinkButton to="/my-acp/edit" variant="text">
            {t('dash.signed.change')}
          </LinkButton>
        )}
      </div>
      <ProblemList problems={problems} />
    </>
  );
}
