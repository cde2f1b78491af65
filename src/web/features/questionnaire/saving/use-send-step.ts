import { useCallback } from 'react';
import { mergeAnswers, sameAnswers } from '../../../../domain/plan/lifecycle.ts';
import { ApiError } from '../../../api/errors.ts';
import { language, useText } from '../../../app/texts.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { firstValues } from '../../../plan-view/steps/first-values.ts';
import {
  answersWith,
  changedStepKeys,
  typedSince,
  type StepValues,
} from '../../../plan-view/steps/step-values.ts';
import { changedElsewhere } from '../../../plan-view/unsaved/clock-time.ts';
import { compareWithSaved, type Comparison } from '../../../plan-view/unsaved/conflict.ts';
import { afterSave, notePlan, readPlan } from '../../../plan-view/use-plan.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { useIsShown } from '../../../ui/use-is-shown.ts';
import type { StepForm } from '../fields/use-step-form.ts';
import { accountLags, personChange } from './person-change.ts';
import { saveAnswers, savePerson } from './plan-api.ts';
import { saveRequest, type makeAttempts, type SaveIntent } from './save-request.ts';

const maxQuietMerges = 3;

/** The plan that a save is based on, and the values of the fields. */
type Basis = { plan: Plan; values: StepValues };

/** Two answers to the same question: `theirs` is the saved state, `intent` the save that the person started. */
export type OpenConflict = { comparison: Comparison; theirs: Plan; intent: SaveIntent };

/** A change of a signed plan that the person must see first: the state that it is based on, and the values of the fields. */
export type OpenChange = Basis & { intent: SaveIntent };

/** Callbacks with which the page shows findings and questions of a save; the same functions each time. */
export type SaveFindings = {
  conflict: (conflict: OpenConflict) => void;
  change: (change: OpenChange | undefined) => void;
  /** Time of the change in another place. ISO instant. */
  takenIn: (at: string) => void;
};

type SendStepOptions = {
  stepForm: StepForm;
  attempts: ReturnType<typeof makeAttempts>;
  show: SaveFindings;
  onSaved: (intent: SaveIntent, before: Plan, after: Plan) => void;
};

/** Sends the typed answers of a step, and merges them with answers saved in another place meanwhile. Throws ApiError. */
export function useSendStep({ stepForm, attempts, show, onSaved }: SendStepOptions) {
  const t = useText();
  const { form, step, edited, steps, rebase, forget } = stepForm;
  const isShown = useIsShown();

  const isUnchanged = useCallback(
    ({ plan, values }: Basis) =>
      changedStepKeys(steps, plan.answers, answersWith(plan.answers, values)).length === 0,
    [steps],
  );

  /** Whether only the account's part of a signed plan is left to save: the plan was confirmed and saved before. */
  const isForAccount = useCallback(
    (basis: Basis) => basis.plan.status === 'complete' && isUnchanged(basis) && accountLags(step, basis.plan),
    [isUnchanged, step],
  );

  /** Shows the effect of a change on a signed plan; an empty change is not sent. */
  const ask = useCallback(
    (intent: SaveIntent, { plan, values }: Basis): void => {
      const isSame = isUnchanged({ plan, values });
      show.change(isSame ? undefined : { plan, values, intent });
      if (isSame) {
        forget();
        showSnackbar(t('save.unchanged'));
      }
    },
    [forget, isUnchanged, show, t],
  );

  /** Returns the next request after a newer save; undefined if the person must look at it first. */
  const meetNewer = useCallback(
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
      if (theirs.status !== 'complete' || isForAccount(next)) return next;
      ask(intent, next);
      return undefined;
    },
    [ask, attempts, isForAccount, rebase, show, step, steps, t],
  );

  /** Sends one request. Returns the next request after a newer save that needs no decision. */
  const sendOnce = useCallback(
    async (intent: SaveIntent, { plan, values }: Basis): Promise<Basis | undefined> => {
      const person = intent === 'later' ? undefined : personChange(step, answersWith(plan.answers, values));
      // The account may refuse a fact, such as a birth date that is taken: then a draft does not store it. A signed plan is saved
      // first, because the account never changes it without its confirmation.
      const isDraft = plan.status === 'draft';
      let filled = values;
      /** The fields are now based on the saved state; text typed since the save began is kept. */
      const settle = (saved: Plan) => {
        attempts.settle();
        notePlan(saved);
        const typed = typedSince(filled, form.getValues());
        filled = firstValues(steps, saved);
        rebase(saved, { ...filled, ...typed });
        show.change(undefined);
      };
      try {
        if (person && isDraft) await savePerson(person);
        let after = plan;
        if (!isForAccount({ plan, values })) {
          const request = attempts.next(saveRequest({ plan, step, values, intent, now: new Date(), edited }));
          after = afterSave(plan, await saveAnswers(request, request.status === 'complete'));
        }
        // Before the account is updated: if it refuses, the page would otherwise be based on a plan that is older than its own
        // save.
        settle(after);
        if (person && !isDraft) {
          await savePerson(person);
          settle({ ...after, user: { ...after.user, ...person } });
        }
        if (Object.keys(typedSince(filled, form.getValues())).length === 0) forget();
        // The person may have left the step while it was saved.
        if (isShown.current) onSaved(intent, plan, after);
        else showSnackbar(t('common.saved'));
        return undefined;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'conflict')
          return meetNewer({ plan, values }, intent);
        throw error;
      }
    },
    [attempts, edited, forget, form, isForAccount, isShown, meetNewer, onSaved, rebase, show, step, steps, t],
  );

  const send = useCallback(
    async (intent: SaveIntent, basis: Basis): Promise<void> => {
      let next: Basis | undefined = basis;
      for (let tries = 0; next; tries += 1) {
        if (tries > maxQuietMerges) throw new ApiError('general_error');
        next = await sendOnce(intent, next);
      }
    },
    [sendOnce],
  );

  return { send, ask, isForAccount };
}
