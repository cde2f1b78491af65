import { useEffect, useId, useRef, type ChangeEvent } from 'react';
import type { FieldError } from '../../../domain/errors.ts';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { ApiError } from '../../api/errors.ts';
import { useText } from '../../app/texts.tsx';
import { messageOf } from '../messages.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { useAction } from '../use-action.ts';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import css from '../../app/layout/settings.module.css';

type PictureButtonsProps = {
  /** The name of the box, what the buttons say, which files will do, and what is said when the picture is gone. */
  words: Record<'box' | 'add' | 'change' | 'remove' | 'hint' | 'removed', PlainTextKey>;
  /** There is a picture now. */
  present: boolean;
  /** Which files the browser's own dialog offers. */
  accept: string;
  /** Milliseconds after which each button is itself again. */
  resetMs: { save: number; undo: number };
  /** What can be said of a file before it is sent. */
  problemOf: (file: File) => FieldError | undefined;
  /** Sends a file, and takes the picture away. Each throws ApiError. */
  save: (file: File) => Promise<unknown>;
  drop: () => Promise<unknown>;
  /** What is wrong is said in a snackbar too, for screen readers there alone (ERR-37). */
  inSnackbar?: boolean | undefined;
};

/** A picture that is added, changed and removed at once, each by its own button. */
export function PictureButtons({
  words,
  present,
  accept,
  resetMs,
  problemOf,
  save,
  drop,
  inSnackbar = false,
}: PictureButtonsProps) {
  const t = useText();
  const hintId = useId();
  const box = useRef<HTMLInputElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
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
    // The button goes with the picture, so that its own words would not be seen.
    { resetMs: resetMs.undo, onDone: () => showSnackbar(t(words.removed)) },
  );
  const [wrong] = [...change.problems, ...removal.problems];
  useEffect(() => {
    if (wrong && inSnackbar) showSnackbar(messageOf(t, wrong), 'problem');
  }, [wrong, inSnackbar, t]);

  const before = useRef(present);
  useEffect(() => {
    // The button that removes had focus, and went.
    if (before.current && !present) rescueFocus(() => buttons.current?.querySelector('button'));
    before.current = present;
  }, [present]);

  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again, after it was mended.
    target.value = '';
    if (!file) return;
    removal.clear();
    void change.run(file);
  };

  return (
    <div className={css.change}>
      <input
        ref={box}
        type="file"
        className="vh"
        tabIndex={-1}
        aria-label={t(words.box)}
        accept={accept}
        onChange={take}
      />
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
