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

/** Two answers to the same question: `theirs` is the saved state, `intent` what the person was about to do. */
export type OpenConflict = { comparison: Comparison; theirs: Plan; intent: SaveIntent };

/** A change of a signed plan that the person has to see first: what it is based on, and what the boxes would make of it. */
export type OpenChange = Basis & { intent: SaveIntent };

/** Where the page shows what a save found, or has to ask; the same functions each time. */
export type SaveFindings = {
  conflict: (conflict: OpenConflict) => void;
  change: (change: OpenChange | undefined) => void;
  /** When the plan was changed in another place. ISO instant. */
  takenIn: (at: string) => void;
};

type SendStepOptions = {
  stepForm: StepForm;
  attempts: ReturnType<typeof makeAttempts>;
  show: SaveFindings;
  onSaved: (intent: SaveIntent, before: Plan, after: Plan) => void;
};

/** Sends what is typed in a step, and merges it with what was saved in another place meanwhile. Throws ApiError. */
export function useSendStep({ stepForm, attempts, show, onSaved }: SendStepOptions) {
  const t = useText();
  const { form, step, edited, steps, rebase, forget } = stepForm;
  const isShown = useIsShown();

  const isUnchanged = useCallback(
    ({ plan, values }: Basis) =>
      changedStepKeys(steps, plan.answers, answersWith(plan.answers, values)).length === 0,
    [steps],
  );

  /** Whether all that is left to save of a signed plan is the account's part: the plan was confirmed and saved before. */
  const isForAccount = useCallback(
    (basis: Basis) => basis.plan.status === 'complete' && isUnchanged(basis) && accountLags(step, basis.plan),
    [isUnchanged, step],
  );

  /** Shows what a change makes of a signed plan; a change of nothing is not sent. */
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

  /** What to send next after a newer save; undefined when the person has to look first. */
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
      // What the person saw before is not before any more.
      if (theirs.status !== 'complete' || isForAccount(next)) return next;
      ask(intent, next);
      return undefined;
    },
    [ask, attempts, isForAccount, rebase, show, step, steps, t],
  );

  /** One try. Gives what to send next after a newer save that needs no decision. */
  const sendOnce = useCallback(
    async (intent: SaveIntent, { plan, values }: Basis): Promise<Basis | undefined> => {
      const person = intent === 'later' ? undefined : personChange(step, answersWith(plan.answers, values));
      // The account may refuse a fact, such as a birth date that is taken: a draft does not keep it then. A signed plan goes first,
      // because the account never changes it without its confirmation.
      const isDraft = plan.status === 'draft';
      let filled = values;
      /** The boxes rest on what is saved now; what was typed since the save began stays. */
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
        // Before the account is asked: what it refuses would otherwise leave the page based on a plan that is older than its own save.
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
