import { useEffect, type RefObject } from 'react';
import { useText } from '../../app/texts.tsx';
import { useLazyDialog } from '../../ui/dialogs/use-lazy-dialog.ts';
import { isSingleKey } from '../../ui/keyboard/single-keys.ts';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import type { KeysDialogProps } from './keys-dialog.tsx';

const loadDialog = async () => (await import('./keys-dialog.tsx')).KeysDialog;

type KeysHelpProps = Pick<KeysDialogProps, 'kind'> & {
  area: RefObject<HTMLElement | null>;
  /** Whether the rows of the list have these keys now. */
  hasKeys: (area: HTMLElement) => boolean;
};

/** Opens the list of keys with the ? key, on a page with a list whose rows have these keys (N-11). */
export function KeysHelp({ area, kind, hasKeys }: KeysHelpProps) {
  const t = useText();
  const { Part: Dialog, failed, open, close } = useLazyDialog<KeysDialogProps>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSingleKey(event, '?') || !area.current || !hasKeys(area.current)) return;
      event.preventDefault();
      void open(loadDialog, []);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open, area, hasKeys]);
  useEffect(() => {
    if (failed) showSnackbar(t('system.serverDown.title'), 'problem');
  }, [failed, t]);
  return Dialog && <Dialog kind={kind} onClose={close} />;
}
