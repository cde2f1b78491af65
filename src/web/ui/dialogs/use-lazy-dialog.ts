import { useCallback, useState, type ComponentType } from 'react';
import type { TextFile } from '../../../domain/i18n/texts.ts';
import { loadTexts } from '../../app/texts.tsx';

/**
 * A dialog that is loaded when it is wanted, with its texts and with what every dialog needs, before it shows: nothing on the
 * page gives way while it loads, and when it cannot be loaded the page stays, and `failed` says so.
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
