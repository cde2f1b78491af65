import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { useText } from '../../app/texts.tsx';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { announce, withdraw } from '../messages/announce.ts';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../drawings/icon.tsx';
import type { ButtonState } from './use-button-state.ts';

export type ButtonVariant = 'primary' | 'two' | 'text' | 'danger';

/** The words of a button while it works and after. */
export type StateWords = { pending: PlainTextKey; complete: PlainTextKey; error: PlainTextKey };

const savingWords: StateWords = {
  pending: 'common.saving',
  complete: 'common.saved',
  error: 'common.notSaved',
};

/** The class of something that looks like a button. */
export function buttonClass(variant: ButtonVariant = 'primary', wide?: boolean, className?: string): string {
  return classNames('btn', variant !== 'primary' && variant, wide && 'wide', className);
}

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariant | undefined;
  wide?: boolean | undefined;
  icon?: IconName | undefined;
  state?: ButtonState | undefined;
  /** Words for the states; without them: Saving, Saved, Not saved. */
  words?: StateWords | undefined;
  /** False where something else says that it worked. */
  saysDone?: boolean | undefined;
  /** Keeps room for the longest of its words from the beginning, so that none of them makes it grow. */
  keepsRoom?: boolean | undefined;
  /** Why the button is off, in words that stand in its name for screen readers. `true` when the words stand nearby. */
  off?: string | boolean | undefined;
};

/**
 * A button. With `state`, it shows and announces pending, complete and error, keeps its width, and ignores clicks while pending.
 * A disabled button stays reachable by keyboard, so that screen readers can read the reason.
 */
export function Button({
  variant,
  wide,
  icon,
  state = 'initial',
  words = savingWords,
  saysDone = true,
  keepsRoom,
  off,
  type = 'button',
  className,
  style,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const t = useText();
  const element = useRef<HTMLButtonElement>(null);
  const width = useRef<number>(undefined);
  const reasonId = useId();
  const word = state === 'initial' ? null : t(words[state]);

  const pending = state === 'pending';
  const isDone = state === 'complete';
  useEffect(() => {
    if (!word || (isDone && !saysDone)) return undefined;
    announce(word);
    // What ends without a word of its own, or with the page, is not under way any more.
    return pending ? () => withdraw(word) : undefined;
  }, [word, pending, isDone, saysDone]);

  // Measured only where it will be kept: measuring at every look would lay the whole page out before it is there.
  if (state === 'initial') width.current = undefined;
  else width.current ??= element.current?.offsetWidth;
  const still = pending || Boolean(off);
  const sign = <StateSign state={state} icon={icon} />;

  return (
    <button
      {...rest}
      ref={element}
      type={type}
      className={buttonClass(variant, wide, className)}
      data-state={state === 'initial' ? undefined : state}
      aria-disabled={still || undefined}
      aria-describedby={typeof off === 'string' ? reasonId : rest['aria-describedby']}
      style={state === 'initial' || wide ? style : { ...style, minWidth: width.current }}
      onClick={(event) => {
        if (still) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {keepsRoom ? (
        <Room words={words}>
          {sign}
          <span>{word ?? children}</span>
        </Room>
      ) : (
        <>
          {sign}
          {word ?? children}
        </>
      )}
      {typeof off === 'string' && (
        <span id={reasonId} hidden>
          {off}
        </span>
      )}
    </button>
  );
}

/** What the button says now, in the room of the longest that it may say: none of it moves the button or breaks into lines. */
function Room({ words, children }: { words: StateWords; children: ReactNode }) {
  const t = useText();
  return (
    <span className="room">
      <span>{children}</span>
      {Object.values(words).map((key) => (
        <span key={key} data-words={t(key)} aria-hidden="true" />
      ))}
    </span>
  );
}

function StateSign({ state, icon }: { state: ButtonState; icon: IconName | undefined }): ReactNode {
  if (state === 'pending') return <span className="spin" aria-hidden="true" />;
  if (state === 'complete') return <Icon name="check" />;
  if (state === 'error') return <Icon name="alert" />;
  return icon ? <Icon name={icon} /> : null;
}
