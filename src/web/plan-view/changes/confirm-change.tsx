import type { ReactNode } from 'react';
import type { TextFile } from '../../../domain/i18n/texts.ts';
import type { Answers } from '../../../domain/questionnaire/answers.ts';
import { useText, useTexts } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import type { Plan } from '../plan.ts';
import { ReadingProvider } from '../reading.tsx';
import { tellingTexts } from '../steps/step-texts.ts';
import { BeforeAndNow } from './before-and-now.tsx';
import { useVoicedText } from '../voiced-text.ts';

const texts: readonly TextFile[] = [
  ...tellingTexts,
  'questionnaire',
  'on-behalf',
  'questionnaire-edit',
  'versions',
];

type ConfirmChangeProps = {
  before: Plan;
  after: Answers;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** State of saving. */
  children?: ReactNode;
};

/** Effect of a change on a signed plan, to be confirmed (D-35). Closing it changes nothing. */
export default function ConfirmChange(props: ConfirmChangeProps) {
  return useTexts(texts) ? <Question {...props} /> : null;
}

function Question({ before, after, pending, onConfirm, onClose, children }: ConfirmChangeProps) {
  const said = useVoicedText();
  const t = useText();
  const close = () => {
    if (!pending) onClose();
  };
  return (
    <Modal
      open
      width={780}
      onClose={close}
      title={t('editStep.confirm.title')}
      lead={said('editStep.confirm.lead')}
      stickyFoot
      foot={
        <>
          <Button state={pending ? 'pending' : 'initial'} onClick={onConfirm}>
            {t('editStep.confirm.button')}
          </Button>
          <Button variant="two" off={pending} onClick={close}>
            {t('common.back')}
          </Button>
        </>
      }
    >
      <ReadingProvider plan={before}>
        <BeforeAndNow before={before} after={after} heading="h3" />
      </ReadingProvider>
      {children}
    </Modal>
  );
}
