import { useCallback, useEffect, useRef, useState } from 'react';
import { startOf } from '../../../domain/assistant/assistant.ts';
import type { AssistantState } from '../../../domain/assistant/script.ts';
import type { TextFile } from '../../../domain/i18n/texts.ts';
import { loadTexts } from '../../app/texts.tsx';
import { fieldId } from '../../forms/form-fields.tsx';
import type { Opened, Opener } from './assistant-context.ts';
import { lowSheet, sheetForPicked } from './sheet-place.ts';

/** The list of question 1 uses the words of its step and of the review page. */
const texts: readonly TextFile[] = ['assistant', 'questionnaire-values', 'questionnaire-sign'];

/** Loads what only the open panel needs: it is not loaded with the page. */
async function loadPanel() {
  const [{ Panel }] = await Promise.all([import('./panel.tsx'), loadTexts(texts)]);
  return Panel;
}

/** The panel, and the openings that load it. `used`: whether it was open since the page was loaded. */
export function useOpening() {
  const [opened, setOpened] = useState<Opened>();
  const [used, setUsed] = useState(false);
  /** The pending opening: a later one, or another answer, replaces it. */
  const coming = useRef<{ opener: Opener; turn: number }>(undefined);
  const turns = useRef(0);

  const nextTurn = useCallback(() => {
    turns.current += 1;
    return turns.current;
  }, []);

  const open = useCallback(
    async (state: AssistantState, opener: Opener, ready: Promise<unknown>) => {
      const mine = { opener, turn: nextTurn() };
      coming.current = mine;
      const [Panel] = await Promise.all([loadPanel(), ready]);
      if (coming.current !== mine) return;
      coming.current = undefined;
      const sheet = opener === 'icon' ? lowSheet : sheetForPicked(fieldId(opener));
      setUsed(true);
      setOpened({ Panel, place: startOf(state), opener, turn: mine.turn, sheet });
    },
    [nextTurn],
  );

  useEffect(() => () => void (coming.current = undefined), []);

  /** Cancels the pending opening if this is its opener. */
  const cancel = useCallback((opener: Opener) => {
    if (coming.current?.opener === opener) coming.current = undefined;
  }, []);

  return { opened, setOpened, used, open, cancel, nextTurn };
}
