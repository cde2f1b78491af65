import { onlyNumber, type ShortPage } from '../../../../domain/questionnaire/answering/short-pages.ts';
import { pageWords } from '../../../../domain/questionnaire/reading/page-words.ts';
import { useText } from '../../../app/texts.tsx';
import { useReading } from '../../../plan-view/reading.tsx';
import { useClosed } from '../../../plan-view/steps/use-closed.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { savingWords, SkipButton, StepSave, type StepButtonsProps } from '../page/step-buttons.tsx';
import own from './short-pages.module.css';
import type { ShortPages } from './use-short-pages.ts';

type ShortButtonsProps = Omit<StepButtonsProps, 'off' | 'label'> & { short: ShortPages };

/**
 * End of a page on a small screen: the ways to leave answers open, and at the edge of the screen Back and the way on, which names
 * the next page. The last page of the step saves it. A signed plan can be saved from every page.
 */
export function ShortButtons({ short, ...buttons }: ShortButtonsProps) {
  const { plan, step, saving, onBack, onSkip, onNext, onRest, onLater } = buttons;
  const t = useText();
  const closed = useClosed(plan) !== undefined;
  const stateOf = (intent: typeof saving.saving) => (saving.saving === intent ? 'pending' : 'initial');
  const isDraft = plan.status === 'draft';
  return (
    <>
      <div className="qend">
        {short.nextPage && !isDraft && !closed && (
          <Button
            variant="two"
            words={savingWords}
            state={stateOf('step')}
            onClick={() => void saving.save('step')}
          >
            {t('submit.saveChanges')}
          </Button>
        )}
        {onRest && (
          <Button variant="two" words={savingWords} state={stateOf('rest')} onClick={onRest}>
            {t('submit.leaveRest')}
          </Button>
        )}
        <SkipButton plan={plan} onSkip={onSkip} />
        {onLater && (
          <Button variant="text" words={savingWords} state={stateOf('later')} onClick={onLater}>
            {t('submit.comeBackLater')}
          </Button>
        )}
      </div>
      <div className={own.foot}>
        <Button variant="two" onClick={short.isFirst ? onBack : short.back}>
          {t('common.back')}
        </Button>
        {short.nextPage ? (
          <Button type="submit" words={savingWords} state={stateOf('page')}>
            <NextName page={short.nextPage} pace={short.pace} />
          </Button>
        ) : (
          <StepSave plan={plan} step={step} saving={saving} onNext={onNext} />
        )}
      </div>
    </>
  );
}

function NextName({ page, pace }: { page: ShortPage } & Pick<ShortPages, 'pace'>) {
  const reading = useReading();
  const { t } = reading;
  const n = pace === 'one' ? onlyNumber(page) : undefined;
  const name = n === undefined ? pageWords(reading, page.title) : t('progress.question', { n });
  return t('page.next', { name });
}
