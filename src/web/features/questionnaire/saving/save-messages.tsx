import { lazy, Suspense, useEffect, useState } from 'react';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { changedElsewhere } from '../../../plan-view/unsaved/clock-time.ts';
import type { Plan } from '../../../plan-view/plan.ts';
import { answersWith } from '../../../plan-view/steps/step-values.ts';
import own from './saving.module.css';
import css from '../questionnaire.module.css';
import type { StepSaving } from './use-save-step.ts';

const ConfirmChange = lazy(() => import('../../../plan-view/changes/confirm-change.tsx'));
const ConflictDialog = lazy(() => import('./conflict-dialog.tsx'));

/** Whether the browser has a connection. */
function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const note = () => setOnline(navigator.onLine);
    window.addEventListener('online', note);
    window.addEventListener('offline', note);
    return () => {
      window.removeEventListener('online', note);
      window.removeEventListener('offline', note);
    };
  }, []);
  return online;
}

/** At the top of the questions: notice that the plan was changed in another place. */
export function PlaceMessages({ saving: { takenIn } }: { saving: StepSaving }) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className={own.messages} role="status">
      {takenIn && (
        <Notice icon="renew">
          <b>{t('stale.title')}</b>
          <p>{changedElsewhere(t, takenIn, language)}</p>
        </Notice>
      )}
    </div>
  );
}

type OutcomeProps = { saving: StepSaving; onAgain?: (() => void) | undefined };

/**
 * One message at a time: there is no connection, saving is slow, or saving failed; and a retry button, if no other button is one.
 * A lost connection is shown here and not above the questions, because they would move under a finger.
 */
function Outcome({ saving: { slow, failed }, onAgain }: OutcomeProps) {
  const t = useText();
  const online = useOnline();
  const [cameBack, setCameBack] = useState(false);
  if (cameBack && !failed) setCameBack(false);
  const hasFailed = failed !== undefined;
  useEffect(() => {
    const back = () => {
      if (hasFailed) setCameBack(true);
      else showSnackbar(t('offline.back'));
    };
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, [hasFailed, t]);
  const whyNot = cameBack ? t('offline.back') : t('save.failed');
  return (
    <>
      <div className={own.messages} role="status">
        {!online && !failed && (
          <Notice icon="alert">
            <b>{t('offline.title')}</b>
            <p>{t('offline.body')}</p>
          </Notice>
        )}
        {online && slow && <Notice>{t('save.slow')}</Notice>}
      </div>
      {failed && (
        <div className={css.failed} role="alert">
          <p>{online ? whyNot : t('offline.cannotSave')}</p>
          {onAgain && (
            <Button variant="two" icon="renew" onClick={onAgain}>
              {t('save.tryAgain')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Beside the buttons: saving is slow or failed, the effect on a signed plan, and the choice between two answers. */
export function SaveMessages({ saving, plan, step }: { saving: StepSaving; plan: Plan; step: StepId }) {
  const { failed, conflict, change } = saving;
  return (
    <>
      {change ? (
        <Suspense>
          <ConfirmChange
            before={change.plan}
            after={answersWith(change.plan.answers, change.values)}
            pending={saving.saving !== undefined}
            onConfirm={() => void saving.confirm()}
            onClose={saving.closeChange}
          >
            <Outcome saving={saving} />
          </ConfirmChange>
        </Suspense>
      ) : (
        <Outcome saving={saving} onAgain={failed && (() => void saving.save(failed))} />
      )}
      {conflict && (
        <Suspense>
          <ConflictDialog conflict={conflict} plan={plan} step={step} saving={saving} />
        </Suspense>
      )}
    </>
  );
}
