import type { ReactNode } from 'react';
import { useText } from '../../../app/texts.tsx';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import type { ButtonState } from '../../../ui/buttons/use-button-state.ts';

const words: StateWords = {
  pending: 'providers.form.pending',
  complete: 'providers.form.complete',
  error: 'providers.form.failed',
};

/** Buttons of the form; further actions come at the end. */
export function FormFoot({
  state,
  onCancel,
  children,
}: {
  state: ButtonState;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const t = useText();
  return (
    <div className="modalfoot stick">
      <Button type="submit" state={state} words={words} keepsRoom>
        {t('providers.form.save')}
      </Button>
      <Button variant="two" off={state === 'pending'} onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      {children}
    </div>
  );
}
