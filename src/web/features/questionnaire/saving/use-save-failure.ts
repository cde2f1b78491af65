import { useCallback } from 'react';
import type { ErrorCode } from '../../../../domain/errors.ts';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { ApiError } from '../../../api/errors.ts';
import { useText } from '../../../app/texts.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { notePlan, readPlan } from '../../../plan-view/use-plan.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import type { StepForm } from '../fields/use-step-form.ts';
import type { makeAttempts, SaveIntent } from './save-request.ts';

const wordsOf: Partial<Record<ErrorCode, PlainTextKey>> = {
  forbidden: 'error.lac.notAllowedHere',
  'too-large': 'error.tooLarge',
  unconfirmed: 'error.plan.unconfirmed',
};

type SaveFailureOptions = Pick<StepForm, 'refuse'> & {
  attempts: ReturnType<typeof makeAttempts>;
  /** Closes Before and Now if the reason is shown on the page behind them. */
  closeChange: () => void;
  setFailed: (intent: SaveIntent) => void;
};

/** Shows why a save failed: at the fields, on the page, or in a message. Typed text is not changed. */
export function useSaveFailure({ attempts, refuse, closeChange, setFailed }: SaveFailureOptions) {
  const t = useText();
  return useCallback(
    async (error: unknown, intent: SaveIntent, plan: Plan): Promise<void> => {
      const {
        code,
        fields,
        reference,
        retryAfter = 60,
      } = error instanceof ApiError ? error : new ApiError('general_error');
      // The shell leads to signing in; typed text is stored and restored.
      if (code === 'unauthenticated') return;
      if (code !== 'unavailable' && code !== 'general_error') attempts.settle();
      const isAtFields = (code === 'invalid' || code === 'existingMedicareNumber') && fields.length > 0;
      if (isAtFields || code === 'invalid' || code === 'locked' || code === 'unconfirmed') closeChange();
      if (isAtFields) return refuse(fields);
      if (code === 'locked') {
        const locked = await readPlan(plan.user_id).catch(() => undefined);
        if (locked) return notePlan(locked);
      }
      setFailed(intent);
      // Without a connection the page shows it beside the retry button, which a message over the page might cover.
      if (code === 'unavailable' && !navigator.onLine) return;
      const words = [
        code === 'rate-limited'
          ? t('error.plan.tooManyChanges', { count: Math.max(1, Math.ceil(retryAfter / 60)) })
          : t(wordsOf[code] ?? 'error.general_error'),
      ];
      if (reference) words.push(t('error.reference', { reference }));
      showSnackbar(words.join(' '), 'problem');
    },
    [attempts, closeChange, refuse, setFailed, t],
  );
}
