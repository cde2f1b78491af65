import type { ReactNode } from 'react';
import { useText } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import type { Action } from '../../../../forms/use-action.ts';
import { Button, type ButtonVariant, type StateWords } from '../../../../ui/buttons/button.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import css from '../actions.module.css';

type AskDialogProps = {
  title: string;
  lead?: string | undefined;
  button: string;
  words: StateWords;
  variant?: ButtonVariant | undefined;
  /** Text of the button that changes nothing; Cancel by default. */
  keep?: string | undefined;
  action: Action<[]>;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks for confirmation before a change to a customer. */
export function AskDialog({
  title,
  lead,
  button,
  words,
  variant,
  keep,
  action,
  onClose,
  children,
}: AskDialogProps) {
  const t = useText();
  const { run, state, problems } = action;
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={<OwnWords>{title}</OwnWords>}
      lead={lead && <OwnWords>{lead}</OwnWords>}
      foot={
        <>
          <Button variant={variant} state={state} words={words} keepsRoom onClick={() => void run()}>
            {button}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {keep ?? t('common.cancel')}
          </Button>
        </>
      }
    >
      {children}
      <ProblemList problems={problems} className={css.problems} />
    </Modal>
  );
}
