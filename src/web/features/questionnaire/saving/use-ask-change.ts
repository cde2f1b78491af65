import { useCallback } from 'react';
import { useText } from '../../../app/texts.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import type { StepForm } from '../fields/use-step-form.ts';
import type { SaveIntent } from './save-request.ts';
import { isUnchanged, type Basis, type SaveFindings } from './step-basis.ts';

/** Shows the effect of a change on a signed plan; an empty change is not sent. */
export function useAskChange({ steps, forget }: Pick<StepForm, 'steps' | 'forget'>, show: SaveFindings) {
  const t = useText();
  return useCallback(
    (intent: SaveIntent, { plan, values }: Basis): void => {
      const isSame = isUnchanged(steps, { plan, values });
      show.change(isSame ? undefined : { plan, values, intent });
      if (isSame) {
        forget();
        showSnackbar(t('save.unchanged'));
      }
    },
    [forget, show, steps, t],
  );
}
