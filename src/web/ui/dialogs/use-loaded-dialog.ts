import { useCallback, useState, type ReactNode } from 'react';
import type { TextFile } from '../../../domain/i18n/texts.ts';
import { loadTexts } from '../../app/texts.tsx';

/**
 * Shows one of several dialogs with the same texts, which are a constant list. `show` loads a dialog; the page stays unchanged
 * meanwhile, and `failed` is true if loading fails.
 */
export function useLoadedDialog(texts: readonly TextFile[]) {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const [failed, setFailed] = useState(false);
  const onClose = useCallback(() => setDialog(null), []);
  const show = useCallback(
    async (load: () => Promise<ReactNode>) => {
      setFailed(false);
      try {
        const [loaded] = await Promise.all([load(), loadTexts(texts), import('./modal-layer.tsx')]);
        setDialog(loaded);
      } catch {
        setFailed(true);
      }
    },
    [texts],
  );
  return { dialog, failed, show, onClose };
}
