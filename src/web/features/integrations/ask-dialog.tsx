import type { ReactNode } from 'react';
import { useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import type { Action } from '../../forms/use-action.ts';
import { Button, type ButtonVariant, type StateWords } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import css from './integrations.module.css';

type AskDialogProps = {
  title: string;
  button: string;
  variant?: ButtonVariant;
  words: StateWords;
  action: Action<[]>;
  onClose: () => void;
  children: ReactNode;
};

/** Asks for confirmation before an action. */
export function AskDialog({ title, button, variant, words, action, onClose, children }: AskDialogProps) {
  const t = useText();
  const { run, state, problems } = action;
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={<OwnWords>{title}</OwnWords>}
      foot={
        <>
          <Button variant={variant} state={state} words={words} keepsRoom onClick={() => void run()}>
            {button}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <div className={css.asked}>
        {children}
        <ProblemList problems={problems} />
      </div>
    </Modal>
  );
}
