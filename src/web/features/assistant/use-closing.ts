import { useCallback, useEffect, useRef, type Dispatch, type RefObject, type SetStateAction } from 'react';
import { translate } from '../../app/texts.tsx';
import { fieldId } from '../../forms/form-fields.tsx';
import { echoMs } from '../../ui/fields/use-echo.ts';
import { shieldBehind } from '../../ui/layers/shield.ts';
import { announce } from '../../ui/messages/announce.ts';
import type { Opened, Opener } from './assistant-context.ts';
import { useEscape } from './use-escape.ts';

/** Returns the picked answer of a question. */
const pickedIn = (opener: Opener) =>
  document.getElementById(fieldId(opener))?.querySelector<HTMLElement>('input:checked');

type ClosingOptions = {
  opened: Opened | undefined;
  setOpened: Dispatch<SetStateAction<Opened | undefined>>;
  /** The icon that opened the panel last. */
  icon: RefObject<HTMLElement | null>;
};

/** Closes the panel: `leave` because its reason is gone, `close` because the reader wants it. */
export function useClosing({ opened, setOpened, icon }: ClosingOptions) {
  /** Element that gets the focus when the panel is closed while it has focus. */
  const returnTo = useRef<HTMLElement>(null);

  const leave = useCallback(() => setOpened((shown) => shown && { ...shown, leaving: true }), [setOpened]);

  const close = useCallback(() => {
    if (!opened || opened.leaving) return;
    const focused = document.activeElement;
    // In browsers that do not focus touched buttons, the page has the focus.
    if (focused === document.body || focused?.closest('[data-assistant]'))
      returnTo.current = opened.opener === 'icon' ? icon.current : (pickedIn(opened.opener) ?? null);
    announce(translate('assistant.closed'));
    shieldBehind();
    leave();
  }, [opened, icon, leave]);

  const isLeaving = opened?.leaving === true;
  useEffect(() => {
    if (!isLeaving) return undefined;
    returnTo.current?.focus();
    returnTo.current = null;
    const timer = setTimeout(() => setOpened(undefined), echoMs);
    return () => clearTimeout(timer);
  }, [isLeaving, setOpened]);

  useEscape(opened !== undefined && !isLeaving, close);

  return { leave, close };
}
