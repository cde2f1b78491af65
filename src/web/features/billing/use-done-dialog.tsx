import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';

/** Delay between an action and the dialog that confirms it, in milliseconds (BILL-05). */
const doneMs = 500;

type Done = { title: string; body: string };

/**
 * Short dialog that confirms an action. `say` shows it half a second later, when the previous dialog is gone; `before` runs at
 * that moment, `after` when it is closed.
 */
export function useDoneDialog({ before, after }: { before?: () => void; after?: () => void } = {}): {
  say: (done: Done) => void;
  dialog: ReactNode;
} {
  const t = useText();
  const [done, setDone] = useState<Done>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(before);
  latest.current = before;
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = useCallback((next: Done) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      latest.current?.();
      setDone(next);
    }, doneMs);
  }, []);
  const close = () => {
    setDone(undefined);
    after?.();
  };
  const dialog = done && (
    <Modal
      open
      onClose={close}
      title={done.title}
      lead={done.body}
      foot={<Button onClick={close}>{t('billing.done.ok')}</Button>}
    />
  );
  return { say, dialog };
}
