import { useEffect, useRef, type RefObject } from 'react';
import { useText } from '../../../app/texts.tsx';
import { announce } from '../../../ui/messages/announce.ts';
import { moveFocus } from '../../../ui/rescue-focus.ts';
import type { Upload } from '../sending/uploads/upload-list.ts';

/** Announces the number of chosen files, and focuses the first field of the first new one, which may be below the screen. */
export function useChosenNews(list: RefObject<HTMLElement | null>, uploads: readonly Upload[]): void {
  const t = useText();
  const known = useRef<ReadonlySet<string> | undefined>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(uploads.map(({ key }) => key));
    const added = before && uploads.find(({ key, state }) => state.kind === 'chosen' && !before.has(key));
    if (!added) return;
    announce(t('upload.chosen', { count: uploads.filter(({ state }) => state.kind === 'chosen').length }));
    moveFocus(() =>
      list.current?.querySelector<HTMLElement>(`[data-upload="${CSS.escape(added.key)}"] :is(select, input)`),
    );
  }, [list, t, uploads]);
}
