import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import type { StepProgress } from '../../../../domain/questionnaire/answering/completeness.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { HelpButton } from '../../assistant/api.ts';

type RailProps = {
  step: StepId;
  progress: StepProgress;
  /** Saves the present answers and leaves; undefined if there is nothing to save. */
  onLater?: (() => void) | undefined;
  saving: boolean;
};

/** Beside the questions: the number of answered ones, that no answer is right or wrong, a button to leave, and help. */
export function Rail({ step, progress: { answered, total }, onLater, saving }: RailProps) {
  const t = useText();
  return (
    <>
      {total > 0 && (
        <div className="grp">
          <p>
            <b>{t('progress.answered', { count: answered, total })}</b>
          </p>
          <div className="buds" aria-hidden="true">
            {Array.from({ length: total }, (_, index) => (
              <i key={index} className={index < answered ? 'on' : undefined} />
            ))}
          </div>
        </div>
      )}
      <p className="quiet small">{t(step === 'step4' ? 'step4.noRight' : 'intro.noRight')}</p>
      <div className="grp">
        {onLater && (
          <Button variant="two" icon="bookmark" state={saving ? 'pending' : 'initial'} onClick={onLater}>
            {t('submit.comeBackLater')}
          </Button>
        )}
        <HelpButton variant="text" />
      </div>
    </>
  );
}
