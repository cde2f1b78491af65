import { useState } from 'react';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { useText } from '../../../app/texts.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import type { ListedStep } from '../../../plan-view/steps/progress.ts';
import { StepList } from './step-list.tsx';

type AllStepsProps = { steps: readonly ListedStep[]; current: StepId | undefined };

/** Button of small screens that opens the list of steps. */
export function AllSteps({ steps, current }: AllStepsProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="mini" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="list" small />
        {t('progress.allSteps')}
      </button>
      <Modal open={open} onClose={() => setOpen(false)} title={t('progress.allSteps')}>
        <StepList steps={steps} current={current} onLeave={() => setOpen(false)} />
      </Modal>
    </>
  );
}
