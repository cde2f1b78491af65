import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { useText } from '../../../app/texts.tsx';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { useClosed } from '../../../plan-view/steps/use-closed.ts';
import type { SaveIntent } from '../saving/save-request.ts';
import type { StepSaving } from '../saving/use-save-step.ts';

/** Words of a button that saves answers. */
export const savingWords: StateWords = {
  pending: 'submit.saving',
  complete: 'common.saved',
  error: 'common.notSaved',
};

export type StepButtonsProps = {
  plan: Plan;
  step: StepId;
  saving: StepSaving;
  /** Whether the step cannot be saved now, for a reason that is shown nearby. */
  off?: boolean | undefined;
  /** Text of the save button, if not the usual one. */
  label?: PlainTextKey | undefined;
  onBack: () => void;
  onSkip?: (() => void) | undefined;
  onNext: () => void;
  /** Saves the present answers and continues, with the rest left for now. */
  onRest?: (() => void) | undefined;
  onLater?: (() => void) | undefined;
};

/**
 * End of a step: the save (QGEN-11 to QGEN-14), Back, Skip if the step may be skipped, and two ways to leave answers open (D-36).
 * The filled button is the first at every width, so that the Tab order follows the visual order.
 */
export function StepButtons({
  plan,
  step,
  saving,
  off,
  label,
  onBack,
  onSkip,
  onNext,
  onRest,
  onLater,
}: StepButtonsProps) {
  const t = useText();
  const stateOf = (intent: SaveIntent) => (saving.saving === intent ? 'pending' : 'initial');
  return (
    <div className="qend">
      <StepSave plan={plan} step={step} saving={saving} off={off} label={label} onNext={onNext} />
      {onRest && (
        <Button variant="two" words={savingWords} state={stateOf('rest')} onClick={onRest}>
          {t('submit.leaveRest')}
        </Button>
      )}
      <Button variant="two" onClick={onBack}>
        {t('common.back')}
      </Button>
      <SkipButton plan={plan} onSkip={onSkip} />
      {onLater && (
        <Button
          variant="text"
          className="last"
          words={savingWords}
          state={stateOf('later')}
          onClick={onLater}
        >
          {t('submit.comeBackLater')}
        </Button>
      )}
    </div>
  );
}

type StepSaveProps = Pick<StepButtonsProps, 'plan' | 'step' | 'saving' | 'off' | 'label' | 'onNext'>;

/** Button that saves the step; in a plan that cannot be changed it only continues. */
export function StepSave({ plan, step, saving, off, label, onNext }: StepSaveProps) {
  const t = useText();
  if (useClosed(plan) !== undefined)
    return step === 'step9' ? null : <Button onClick={onNext}>{t('common.continue')}</Button>;
  const draftLabel = step === 'step9' ? 'submit.saveAndComplete' : 'submit.saveStep';
  return (
    <Button
      type="submit"
      words={savingWords}
      state={saving.saving === 'step' ? 'pending' : 'initial'}
      off={off}
    >
      {t(label ?? (plan.status === 'complete' ? 'submit.saveChanges' : draftLabel))}
    </Button>
  );
}

/** Skips a step that may be skipped, while the plan is a draft that can be changed. */
export function SkipButton({ plan, onSkip }: Pick<StepButtonsProps, 'plan' | 'onSkip'>) {
  const t = useText();
  const closed = useClosed(plan) !== undefined;
  if (!onSkip || plan.status !== 'draft' || closed) return null;
  return (
    <Button variant="two" onClick={onSkip}>
      {t('common.skip')}
    </Button>
  );
}
