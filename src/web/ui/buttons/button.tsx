import { useEffect, useId, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react';
import { useText } from '../../app/texts.tsx';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { announce, withdraw } from '../messages/announce.ts';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../drawings/icon.tsx';
import type { ButtonState } from './use-button-state.ts';

export type ButtonVariant = 'primary' | 'two' | 'text' | 'danger';

/** Texts of a button during its work and afterwards. */
export type StateWords = { pending: PlainTextKey; complete: PlainTextKey; error: PlainTextKey };

const savingWords: StateWords = {
  pending: 'common.saving',
  complete: 'common.saved',
  error: 'common.notSaved',
};

/** Returns the class of an element that is styled as a button. */
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
  /** False if success is announced elsewhere. */
  saysDone?: boolean | undefined;
  /** Reserves space for the longest text from the beginning, so that the button never grows. */
  keepsRoom?: boolean | undefined;
  /** Reason why the button is disabled, included in its description for screen readers. `true` if the reason is shown nearby. */
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
  const reasonId = useId();
  const word = state === 'initial' ? null : t(words[state]);

  useAnnouncement({ word, state, saysDone });
  const width = useKeptWidth(state, element);
  const still = state === 'pending' || Boolean(off);
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
      style={state === 'initial' || wide ? style : { ...style, minWidth: width }}
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

type Announcement = { word: string | null; state: ButtonState; saysDone: boolean };

/** Announces the text of a state to screen readers. */
function useAnnouncement({ word, state, saysDone }: Announcement): void {
  const pending = state === 'pending';
  const isDone = state === 'complete';
  useEffect(() => {
    if (!word || (isDone && !saysDone)) return undefined;
    announce(word);
    // If the work ends without a message, or the page is left, the pending message is no longer true.
    return pending ? () => withdraw(word) : undefined;
  }, [word, pending, isDone, saysDone]);
}

/** Returns the width of a button before its work began, in pixels; undefined in the initial state. */
function useKeptWidth(state: ButtonState, element: RefObject<HTMLButtonElement | null>): number | undefined {
  const width = useRef<number>(undefined);
  // Measured only if the width is kept: measuring at every render would force a layout before the page is complete.
  if (state === 'initial') width.current = undefined;
  else width.current ??= element.current?.offsetWidth;
  return width.current;
}

/** Current text of the button, in the space of its longest text, so that the button neither moves nor wraps. */
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
