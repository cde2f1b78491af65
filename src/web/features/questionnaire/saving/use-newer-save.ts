import { useCallback } from 'react';
import { mergeAnswers, sameAnswers } from '../../../../domain/plan/lifecycle.ts';
import { ApiError } from '../../../api/errors.ts';
import { language, useText } from '../../../app/texts.tsx';
import { changedElsewhere } from '../../../plan-view/unsaved/clock-time.ts';
import { compareWithSaved } from '../../../plan-view/unsaved/conflict.ts';
import { notePlan, readPlan } from '../../../plan-view/use-plan.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import type { StepForm } from '../fields/use-step-form.ts';
import type { makeAttempts, SaveIntent } from './save-request.ts';
import { isForAccount, type Basis, type SaveFindings } from './step-basis.ts';

type NewerSaveOptions = {
  stepForm: StepForm;
  attempts: ReturnType<typeof makeAttempts>;
  show: SaveFindings;
  /** Shows the effect of a change on a signed plan. */
  ask: (intent: SaveIntent, basis: Basis) => void;
};

/** Merges the fields with a newer save. Returns the next request; undefined if the person must review it first. */
export function useNewerSave({ stepForm, attempts, show, ask }: NewerSaveOptions) {
  const t = useText();
  const { step, steps, rebase } = stepForm;
  return useCallback(
    async ({ plan, values }: Basis, intent: SaveIntent): Promise<Basis | undefined> => {
      const sent = attempts.sent() ?? {};
      const theirs = await readPlan(plan.user_id);
      if (!theirs) throw new ApiError('not-found');
      attempts.settle();
      notePlan(theirs);
      const comparison = compareWithSaved(steps, {
        base: plan.answers,
        mine: values,
        theirs: theirs.answers,
        sent,
      });
      show.change(undefined);
      if (comparison.disagreements.length > 0) {
        show.conflict({ comparison, theirs, intent });
        return undefined;
      }
      rebase(theirs, comparison.values);
      // Answers are never signed unseen.
      if (step === 'step9' || theirs.locked) {
        show.takenIn(theirs.updated_at);
        return undefined;
      }
      if (!sameAnswers(mergeAnswers(plan.answers, sent), theirs.answers)) {
        showSnackbar(`${t('stale.title')}. ${changedElsewhere(t, theirs.updated_at, language())}`);
      }
      const next = { plan: theirs, values: comparison.values };
      // The "before" that the person saw is out of date.
      if (theirs.status !== 'complete' || isForAccount({ step, steps }, next)) return next;
      ask(intent, next);
      return undefined;
    },
    [ask, attempts, rebase, show, step, steps, t],
  );
}
