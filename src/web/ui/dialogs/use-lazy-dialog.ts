import { useCallback, useState, type ComponentType } from 'react';
import type { TextFile } from '../../../domain/i18n/texts.ts';
import { loadTexts } from '../../app/texts.tsx';

/**
 * Loads a dialog with its texts when it is opened. The page stays unchanged while it loads; `failed` is true if loading fails.
 */
export function useLazyDialog<Props>() {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [failed, setFailed] = useState(false);

  const open = useCallback(async (load: () => Promise<ComponentType<Props>>, texts: readonly TextFile[]) => {
    setFailed(false);
    try {
      const [part] = await Promise.all([load(), loadTexts(texts), import('./modal-layer.tsx')]);
      setPart(() => part);
    } catch {
      setFailed(true);
    }
  }, []);
  const close = useCallback(() => setPart(null), []);

  return { Part, failed, open, close };
}
