import { useCallback } from 'react';
import { ApiError } from '../../../api/errors.ts';
import { useText } from '../../../app/texts.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { firstValues } from '../../../plan-view/steps/first-values.ts';
import {
  answersWith,
  typedSince,
  type Steps,
  type StepValues,
} from '../../../plan-view/steps/step-values.ts';
import { afterSave, notePlan } from '../../../plan-view/use-plan.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { useIsShown } from '../../../ui/use-is-shown.ts';
import type { StepForm } from '../fields/use-step-form.ts';
import { personChange } from './person-change.ts';
import { saveAnswers, savePerson } from './plan-api.ts';
import { endsStep, saveRequest, type makeAttempts, type SaveIntent } from './save-request.ts';
import { isForAccount, type Basis, type SaveFindings } from './step-basis.ts';
import { useNewerSave } from './use-newer-save.ts';

const maxQuietMerges = 3;

type SendStepOptions = {
  stepForm: StepForm;
  attempts: ReturnType<typeof makeAttempts>;
  show: SaveFindings;
  /** Shows the effect of a change on a signed plan. */
  ask: (intent: SaveIntent, basis: Basis) => void;
  onSaved: (intent: SaveIntent, before: Plan, after: Plan) => void;
};

/** Sends the typed answers of a step, and merges them with answers saved in another place meanwhile. Throws ApiError. */
export function useSendStep(options: SendStepOptions) {
  const mergeNewer = useNewerSave(options);
  const sendOnce = useSendOnce(options);
  return useCallback(
    async (intent: SaveIntent, basis: Basis): Promise<void> => {
      let next: Basis | undefined = basis;
      for (let tries = 0; next; tries += 1) {
        if (tries > maxQuietMerges) throw new ApiError('general_error');
        const tried: Basis = next;
        try {
          return await sendOnce(intent, tried);
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
          next = await mergeNewer(tried, intent);
        }
      }
    },
    [mergeNewer, sendOnce],
  );
}

/** Sends one request, and updates the account's part of the answers. */
function useSendOnce({ stepForm, attempts, show, onSaved }: SendStepOptions) {
  const t = useText();
  const { form, step, edited, joined, steps, forget } = stepForm;
  const isShown = useIsShown();
  const settle = useSettle({ stepForm, attempts, show });

  return useCallback(
    async (intent: SaveIntent, { plan, values }: Basis): Promise<void> => {
      const own: Steps = joined ? steps : step;
      const person = endsStep(intent) ? personChange(own, answersWith(plan.answers, values)) : undefined;
      // The account may refuse a fact, such as a birth date that is taken: then a draft does not store it. A signed plan is saved
      // first, because the account never changes it without its confirmation.
      const isDraft = plan.status === 'draft';
      if (person && isDraft) await savePerson(person);
      let after = plan;
      if (!isForAccount({ step, steps }, { plan, values })) {
        const request = attempts.next(
          saveRequest({ plan, step, values, intent, now: new Date(), edited, joined }),
        );
        after = afterSave(plan, await saveAnswers(request, request.status === 'complete'));
      }
      // Before the account is updated: if it refuses, the page would otherwise be based on a plan that is older than its own save.
      let filled = settle(after, values);
      if (person && !isDraft) {
        await savePerson(person);
        filled = settle({ ...after, user: { ...after.user, ...person } }, filled);
      }
      if (Object.keys(typedSince(filled, form.getValues())).length === 0) forget();
      // The person may have left the step while it was saved.
      if (isShown.current) onSaved(intent, plan, after);
      else showSnackbar(t('common.saved'));
    },
    [attempts, edited, forget, joined, form, isShown, onSaved, settle, step, steps, t],
  );
}

/** Bases the fields on a saved state; text typed since they had the values `filled` is kept. Returns their values in that state. */
function useSettle({ stepForm, attempts, show }: Pick<SendStepOptions, 'stepForm' | 'attempts' | 'show'>) {
  const { form, steps, rebase } = stepForm;
  return useCallback(
    (saved: Plan, filled: StepValues): StepValues => {
      attempts.settle();
      notePlan(saved);
      const typed = typedSince(filled, form.getValues());
      const values = firstValues(steps, saved);
      rebase(saved, { ...values, ...typed });
      show.change(undefined);
      return values;
    },
    [attempts, form, rebase, show, steps],
  );
}
