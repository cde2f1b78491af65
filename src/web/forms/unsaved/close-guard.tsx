import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';

type GuardedForm = {
  getValues: () => FieldValues;
  formState: { defaultValues?: Readonly<FieldValues> | undefined };
};

/**
 * Asks before a dialog with unsaved text is closed. `close` is for every control that closes the dialog without saving;
 * `question` must be rendered inside the dialog.
 */
export function useCloseGuard(form: GuardedForm, onClose: () => void) {
  const t = useText();
  const [asks, setAsks] = useState(false);
  const hasChanges = () =>
    Object.entries(form.getValues()).some(
      ([field, value]) => value !== undefined && value !== form.formState.defaultValues?.[field],
    );
  const stay = () => setAsks(false);
  return {
    close: () => (hasChanges() ? setAsks(true) : onClose()),
    question: (
      <Modal
        open={asks}
        role="alertdialog"
        onClose={stay}
        title={t('save.leave.title')}
        lead={t('confirm.leave.body')}
        foot={
          <>
            <Button onClick={stay}>{t('save.leave.stay')}</Button>
            <Button variant="two" onClick={onClose}>
              {t('save.leave.go')}
            </Button>
          </>
        }
      />
    ),
  };
}
