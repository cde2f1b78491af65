import { useRef, useState, type ReactNode } from 'react';
import { useText } from '../app/texts.tsx';
import { Button, type StateWords } from '../ui/buttons/button.tsx';
import { Modal } from '../ui/dialogs/modal.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { OwnWords } from '../ui/own-words.tsx';
import { ProblemList } from './problem-list.tsx';
import css from './typed-dialog.module.css';
import type { Action } from './use-action.ts';

type TypedDialogProps = {
  title: string;
  /** Word that must be typed exactly. */
  word: string;
  label: string;
  button: string;
  words: StateWords;
  action: Action<[]>;
  /** Whether all other required input is present. */
  ready?: boolean | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** Asks the user to type a word before an action that is hard to undo: the button is off until the word is typed. */
export function TypedDialog({
  title,
  word,
  label,
  button,
  words,
  action,
  ready = true,
  onClose,
  children,
}: TypedDialogProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [pressedEarly, setPressedEarly] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const { run, state, problems } = action;
  const right = ready && typed === word;
  return (
    <Modal open role="alertdialog" onClose={onClose} title={<OwnWords>{title}</OwnWords>}>
      <div className={css.said}>{children}</div>
      <ProblemList problems={problems} className={css.problems} />
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (right) return void run();
          setPressedEarly(true);
          box.current?.focus();
          return undefined;
        }}
      >
        <TextField
          ref={box}
          label={label}
          error={pressedEarly && typed !== word ? label : undefined}
          hint={t('confirm.capitalsHint')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={word.length + 10}
          width="date"
          required
        />
        <div className="modalfoot">
          <Button
            type="submit"
            variant="danger"
            state={state}
            words={words}
            off={right ? false : label}
            // The disabled button still shows the reason when it is pressed.
            onClickCapture={() => {
              if (right) return;
              setPressedEarly(true);
              box.current?.focus();
            }}
            keepsRoom
          >
            {button}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
