import { useCallback, useEffect, useRef, useState } from 'react';
import type { TextFile } from '../../../../domain/i18n/texts.ts';
import { readsCustomers, type SessionUser } from '../../../app/person.ts';
import { useText } from '../../../app/texts.tsx';
import { useLazyDialog } from '../../../ui/dialogs/use-lazy-dialog.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { Icon } from '../../../ui/drawings/icon.tsx';
import type { FindDialogProps } from './find-dialog.tsx';
import { usesSingleKeys } from '../../../ui/keyboard/single-keys.ts';
import { isFindKey } from '../../../ui/keyboard/find-key.ts';
import { collectTyping, type TypedAhead } from '../../../ui/keyboard/typed-ahead.ts';
import css from './find-button.module.css';

const texts: readonly TextFile[] = ['find', 'customers'];
const loadDialog = async () => (await import('./find-dialog.tsx')).FindDialog;

/** Opens the search for a customer (N-02). Renders nothing for people who may not read customers, and in a customer's account. */
export function FindButton({ user }: { user: SessionUser }) {
  return readsCustomers(user) && !user.second_step_due ? <StaffFindButton /> : null;
}

/** State of the dialog: `show` opens it, and keeps what is typed until its field is there. */
function useFindDialog() {
  const t = useText();
  const { Part: Dialog, failed, open, close } = useLazyDialog<FindDialogProps>();
  const collecting = useRef<() => TypedAhead>(undefined);
  const stopCollecting = useCallback(() => {
    const ahead = collecting.current?.();
    collecting.current = undefined;
    return ahead;
  }, []);
  const show = useCallback(() => {
    if (collecting.current) return;
    collecting.current = collectTyping();
    void open(loadDialog, texts);
  }, [open]);
  useEffect(() => {
    if (!failed) return;
    stopCollecting();
    showSnackbar(t('system.serverDown.title'), 'problem');
  }, [failed, stopCollecting, t]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isFindKey(event) || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]'))
        return;
      event.preventDefault();
      show();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [show]);
  return { Dialog, show, close, stopCollecting };
}

function StaffFindButton() {
  const t = useText();
  const { Dialog, show, close, stopCollecting } = useFindDialog();
  const [hasSlash, setHasSlash] = useState(usesSingleKeys);
  return (
    <>
      <button
        type="button"
        className={`tool ${css.find}`}
        aria-haspopup="dialog"
        aria-keyshortcuts={hasSlash ? 'Control+K /' : 'Control+K'}
        onPointerEnter={() => void loadDialog()}
        onClick={show}
      >
        <Icon name="search" />
        <span>{t('layout.find')}</span>
        {hasSlash && (
          <kbd className="desk" aria-hidden="true">
            /
          </kbd>
        )}
      </button>
      {Dialog && (
        <Dialog
          onShown={stopCollecting}
          onClose={() => {
            setHasSlash(usesSingleKeys());
            close();
          }}
        />
      )}
    </>
  );
}
