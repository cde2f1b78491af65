import { useEffect, useId, useRef, type ChangeEvent, type RefObject } from 'react';
import type { FieldError } from '../../../domain/errors.ts';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { ApiError } from '../../api/errors.ts';
import { useText } from '../../app/texts.tsx';
import { messageOf } from '../errors/messages.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { useAction } from '../use-action.ts';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import css from '../../app/layout/settings.module.css';

type PictureButtonsProps = {
  /** Texts: the label of the box, the buttons, the accepted files, and the message after removal. */
  words: Record<'box' | 'add' | 'change' | 'remove' | 'hint' | 'removed', PlainTextKey>;
  /** Whether there is a picture now. */
  present: boolean;
  /** File types that the browser's file dialog offers. */
  accept: string;
  /** Times after which each button returns to its initial state, in milliseconds. */
  resetMs: { save: number; undo: number };
  /** Checks a file before it is sent. */
  problemOf: (file: File) => FieldError | undefined;
  /** Send a file, and remove the picture. Both throw ApiError. */
  save: (file: File) => Promise<unknown>;
  drop: () => Promise<unknown>;
  /** Errors are also shown in a snackbar, and only the snackbar is announced to screen readers (ERR-37). */
  inSnackbar?: boolean | undefined;
};

type PictureActionsOptions = Omit<PictureButtonsProps, 'present' | 'accept'>;

/** Actions that save and remove the picture. `wrong` is the error of the last one. */
function usePictureActions({ words, resetMs, problemOf, save, drop, inSnackbar }: PictureActionsOptions) {
  const t = useText();
  const change = useAction(
    async (file: File) => {
      const wrong = problemOf(file);
      if (wrong) throw new ApiError('invalid', { fields: [wrong] });
      await save(file);
    },
    { resetMs: resetMs.save },
  );
  const removal = useAction(
    async () => void (await drop()),
    // The button is removed with the picture, so its "done" text would not be visible.
    { resetMs: resetMs.undo, onDone: () => showSnackbar(t(words.removed)) },
  );
  const [wrong] = [...change.problems, ...removal.problems];
  useEffect(() => {
    if (wrong && inSnackbar) showSnackbar(messageOf(t, wrong), 'problem');
  }, [wrong, inSnackbar, t]);
  return { change, removal, wrong };
}

/** Moves the focus to the first button when the picture is removed. Returns the ref of the element with the buttons. */
function useFocusAfterRemoval(present: boolean): RefObject<HTMLDivElement | null> {
  const buttons = useRef<HTMLDivElement>(null);
  const before = useRef(present);
  useEffect(() => {
    // The remove button had the focus and is gone.
    if (before.current && !present) rescueFocus(() => buttons.current?.querySelector('button'));
    before.current = present;
  }, [present]);
  return buttons;
}

/** A picture that is added, changed and removed immediately, each by its own button. */
export function PictureButtons({
  words,
  present,
  accept,
  inSnackbar = false,
  ...actions
}: PictureButtonsProps) {
  const t = useText();
  const hintId = useId();
  const box = useRef<HTMLInputElement>(null);
  const { change, removal, wrong } = usePictureActions({ words, inSnackbar, ...actions });
  const buttons = useFocusAfterRemoval(present);

  const send = (file: File) => {
    removal.clear();
    void change.run(file);
  };

  return (
    <div className={css.change}>
      <FileBox box={box} label={t(words.box)} accept={accept} onFile={send} />
      <div className="acts" ref={buttons}>
        <Button
          variant="two"
          icon="upload"
          state={change.state}
          aria-describedby={hintId}
          onClick={() => box.current?.click()}
        >
          {t(present ? words.change : words.add)}
        </Button>
        {present && (
          <Button
            variant="text"
            state={removal.state}
            off={change.state === 'pending'}
            onClick={() => {
              change.clear();
              void removal.run();
            }}
          >
            {t(words.remove)}
          </Button>
        )}
      </div>
      <p className="small quiet" id={hintId}>
        {t(words.hint)}
      </p>
      <div role={inSnackbar ? undefined : 'alert'}>
        {wrong && (
          <p className="err">
            <Icon name="circle-alert" />
            <span>{messageOf(t, wrong)}</span>
          </p>
        )}
      </div>
    </div>
  );
}

type FileBoxProps = {
  box: RefObject<HTMLInputElement | null>;
  label: string;
  accept: string;
  onFile: (file: File) => void;
};

/** The browser's input for a file, which the button opens. */
function FileBox({ box, label, accept, onFile }: FileBoxProps) {
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Lets the user choose the same file again after correcting it.
    target.value = '';
    if (file) onFile(file);
  };
  return (
    <input
      ref={box}
      type="file"
      className="vh"
      tabIndex={-1}
      aria-label={label}
      accept={accept}
      onChange={take}
    />
  );
}
