import { useCallback, useEffect, useMemo, useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { afterReply, startOf, stateOpenedBy } from '../../../domain/assistant/assistant.ts';
import type { AssistantState, Reply } from '../../../domain/assistant/script.ts';
import type { TextFile } from '../../../domain/i18n/texts.ts';
import type { StepId } from '../../../domain/questionnaire/answers.ts';
import { loadTexts, translate } from '../../app/texts.tsx';
import { fieldId } from '../../forms/form-fields.tsx';
import type { Plan } from '../../plan-view/plan.ts';
import { echoMs } from '../../ui/fields/use-echo.ts';
import { shieldBehind } from '../../ui/layers/shield.ts';
import { announce } from '../../ui/messages/announce.ts';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { AssistantContext, type Opened, type Opener } from './assistant-context.ts';
import { lowSheet, sheetForPicked, type SheetPlace } from './sheet-place.ts';
import { useEscape } from './use-escape.ts';

/** The list of question 1 uses the words of its step and of the review page. */
const texts: readonly TextFile[] = ['assistant', 'questionnaire-values', 'questionnaire-sign'];

/** Loads what only the open panel needs: it is not loaded with the page. */
async function loadPanel() {
  const [{ Panel }] = await Promise.all([import('./panel.tsx'), loadTexts(texts)]);
  return Panel;
}

const afterEcho = () => new Promise((done) => setTimeout(done, echoMs));

/** Returns the picked answer of a question. */
const pickedIn = (opener: Opener) =>
  document.getElementById(fieldId(opener))?.querySelector<HTMLElement>('input:checked');

type AssistantProps = {
  plan: Plan;
  step: StepId;
  editing?: boolean;
  closed: boolean;
  children: ReactNode;
};

/**
 * Help beside the questions of a step: it opens from the icon, and by itself after two difficult answers (QBOT-01 to QBOT-04). It
 * stores nothing and sends no requests. The answer is recorded before it opens, and nothing on the page waits for it or moves.
 */
export function Assistant({ plan, step, editing = false, closed, children }: AssistantProps) {
  const [opened, setOpened] = useState<Opened>();
  const [used, setUsed] = useState(false);
  const icon = useRef<HTMLElement>(null);
  /** Element that gets the focus when the panel is closed while it has focus. */
  const returnTo = useRef<HTMLElement>(null);
  /** The pending opening: a later one, or another answer, replaces it. */
  const coming = useRef<{ opener: Opener; turn: number }>(undefined);
  const turns = useRef(0);

  const open = useCallback(async (state: AssistantState, opener: Opener, ready: Promise<unknown>) => {
    turns.current += 1;
    const mine = { opener, turn: turns.current };
    coming.current = mine;
    const [Panel] = await Promise.all([loadPanel(), ready]);
    if (coming.current !== mine) return;
    coming.current = undefined;
    const sheet = opener === 'icon' ? lowSheet : sheetForPicked(fieldId(opener));
    setUsed(true);
    setOpened({ Panel, place: startOf(state), opener, turn: mine.turn, sheet });
  }, []);

  useEffect(() => () => void (coming.current = undefined), []);

  const openFrom = useCallback(
    (state: AssistantState, button: HTMLElement) => {
      icon.current = button;
      open(state, 'icon', Promise.resolve()).catch(() => {
        showSnackbar(translate('error.general_error'), 'problem');
      });
    },
    [open],
  );

  const placeSheet = useCallback(
    (sheet: SheetPlace) => setOpened((shown) => shown && { ...shown, sheet }),
    [],
  );

  const leave = useCallback(() => setOpened((shown) => shown && { ...shown, leaving: true }), []);

  const onAnswer = useCallback(
    ({ target }: ChangeEvent<HTMLFormElement>) => {
      const { name, value } = target as unknown as { name: string; value: string };
      if (coming.current?.opener === name) coming.current = undefined;
      const state = stateOpenedBy(name, value);
      // If the help cannot be loaded now, it is not shown: the answer is recorded all the same.
      if (state) open(state, name, afterEcho()).catch(() => {});
      else if (opened?.opener === name) leave();
    },
    [open, opened?.opener, leave],
  );

  const close = useCallback(() => {
    if (!opened || opened.leaving) return;
    const focused = document.activeElement;
    // In browsers that do not focus touched buttons, the page has the focus.
    if (focused === document.body || focused?.closest('[data-assistant]'))
      returnTo.current = opened.opener === 'icon' ? icon.current : (pickedIn(opened.opener) ?? null);
    announce(translate('assistant.closed'));
    shieldBehind();
    leave();
  }, [opened, leave]);

  const isLeaving = opened?.leaving === true;
  useEffect(() => {
    if (!isLeaving) return undefined;
    returnTo.current?.focus();
    returnTo.current = null;
    const timer = setTimeout(() => setOpened(undefined), echoMs);
    return () => clearTimeout(timer);
  }, [isLeaving]);

  useEscape(opened !== undefined && !isLeaving, close);

  const reply = useCallback(
    (said: Reply) => {
      if (!opened) return;
      const place = afterReply(opened.place, said);
      if (place === 'closed') return close();
      turns.current += 1;
      setOpened({ ...opened, place, turn: turns.current });
    },
    [opened, close],
  );

  const contents = useMemo(
    () => ({ plan, step, editing, closed, opened, used, openFrom, onAnswer, reply, placeSheet, close }),
    [plan, step, editing, closed, opened, used, openFrom, onAnswer, reply, placeSheet, close],
  );
  return <AssistantContext value={contents}>{children}</AssistantContext>;
}
