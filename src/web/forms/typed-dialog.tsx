import { useRef, useState, type ReactNode } from 'react';
import { useText } from '../app/texts.tsx';
import { Button, type StateWords } from '../ui/buttons/button.tsx';
import { Modal } from '../ui/dialogs/modal.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { OwnWords } from '../ui/words/own-words.tsx';
import { ProblemList } from './errors/problem-list.tsx';
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

/** The typed word: whether the action may run, and a request to type it, which is shown at the field. */
function useTypedWord(word: string, ready: boolean) {
  const [typed, setTyped] = useState('');
  const [pressedEarly, setPressedEarly] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const askForWord = () => {
    setPressedEarly(true);
    box.current?.focus();
  };
  const matches = typed === word;
  return { typed, setTyped, box, right: ready && matches, isMissing: pressedEarly && !matches, askForWord };
}

/** Asks the user to type a word before an action that is hard to undo: the button is off until the word is typed. */
export function TypedDialog(props: TypedDialogProps) {
  const { title, word, label, button, words, action, ready = true, onClose, children } = props;
  const t = useText();
  const { typed, setTyped, box, right, isMissing, askForWord } = useTypedWord(word, ready);
  const { run, state, problems } = action;
  return (
    <Modal open role="alertdialog" onClose={onClose} title={<OwnWords>{title}</OwnWords>}>
      <div className={css.said}>{children}</div>
      <ProblemList problems={problems} className={css.problems} />
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (right) void run();
          else askForWord();
        }}
      >
        <TextField
          ref={box}
          label={label}
          error={isMissing ? label : undefined}
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
              if (!right) askForWord();
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
