import { useCallback, useMemo, useRef, type ChangeEvent, type ReactNode } from 'react';
import { afterReply, stateOpenedBy } from '../../../domain/assistant/assistant.ts';
import type { AssistantState, Reply } from '../../../domain/assistant/script.ts';
import type { StepId } from '../../../domain/questionnaire/answers.ts';
import { translate } from '../../app/texts.tsx';
import type { Plan } from '../../plan-view/plan.ts';
import { echoMs } from '../../ui/fields/use-echo.ts';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { AssistantContext } from './assistant-context.ts';
import type { SheetPlace } from './sheet-place.ts';
import { useClosing } from './use-closing.ts';
import { useOpening } from './use-opening.ts';

const afterEcho = () => new Promise((done) => setTimeout(done, echoMs));

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
  const icon = useRef<HTMLElement>(null);
  const { opened, setOpened, used, open, cancel, nextTurn } = useOpening();
  const { leave, close } = useClosing({ opened, setOpened, icon });

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
    [setOpened],
  );

  const onAnswer = useCallback(
    ({ target }: ChangeEvent<HTMLFormElement>) => {
      const { name, value } = target as unknown as { name: string; value: string };
      cancel(name);
      const state = stateOpenedBy(name, value);
      // If the help cannot be loaded now, it is not shown: the answer is recorded all the same.
      if (state) open(state, name, afterEcho()).catch(() => {});
      else if (opened?.opener === name) leave();
    },
    [cancel, open, opened?.opener, leave],
  );

  const reply = useCallback(
    (said: Reply) => {
      if (!opened) return;
      const place = afterReply(opened.place, said);
      if (place === 'closed') return close();
      setOpened({ ...opened, place, turn: nextTurn() });
    },
    [opened, setOpened, close, nextTurn],
  );

  const contents = useMemo(
    () => ({ plan, step, editing, closed, opened, used, openFrom, onAnswer, reply, placeSheet, close }),
    [plan, step, editing, closed, opened, used, openFrom, onAnswer, reply, placeSheet, close],
  );
  return <AssistantContext value={contents}>{children}</AssistantContext>;
}
