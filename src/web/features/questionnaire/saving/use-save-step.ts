import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorCode } from '../../../../domain/errors.ts';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import { mergeAnswers, sameAnswers } from '../../../../domain/plan/lifecycle.ts';
import { ApiError } from '../../../api/errors.ts';
import { language, useText } from '../../../app/texts.tsx';
import { useIsShown } from '../../../ui/use-is-shown.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { changedElsewhere } from '../../../plan-view/unsaved/clock-time.ts';
import {
  applyChoices,
  compareWithSaved,
  type Choices,
  type Comparison,
} from '../../../plan-view/unsaved/conflict.ts';
import { accountLags, personChange } from './person-change.ts';
import { saveAnswers, savePerson } from './plan-api.ts';
import type { Plan } from '../../../plan-view/plan.ts';
import { makeAttempts, saveRequest, type SaveIntent } from './save-request.ts';
import { firstValues } from '../../../plan-view/steps/first-values.ts';
import {
  answersWith,
  changedStepKeys,
  typedSince,
  type StepValues,
} from '../../../plan-view/steps/step-values.ts';
import { afterSave, notePlan, readPlan } from '../../../plan-view/use-plan.ts';
import type { StepForm } from '../fields/use-step-form.ts';

/** After this many milliseconds a save is slow, and the page says so. */
const slowAfterMs = 8000;
const maxQuietMerges = 3;

const wordsOf: Partial<Record<ErrorCode, TextKey>> = {
  forbidden: 'error.lac.notAllowedHere',
  'too-large': 'error.tooLarge',
  unconfirmed: 'error.plan.unconfirmed',
};

/** What a save is based on, and what stands in the boxes. */
type Basis = { plan: Plan; values: StepValues };

/** Two answers to the same question: `theirs` is the saved state, `intent` what the person was about to do. */
export type OpenConflict = { comparison: Comparison; theirs: Plan; intent: SaveIntent };

/** A change of a signed plan that the person has to see first: what it is based on, and what the boxes would make of it. */
export type OpenChange = Basis & { intent: SaveIntent };

export type StepSaving = {
  saving: SaveIntent | undefined;
  slow: boolean;
  /** The last save did not work; what it was. */
  failed: SaveIntent | undefined;
  conflict: OpenConflict | undefined;
  /** What waits to be confirmed (D-35). */
  change: OpenChange | undefined;
  /** When the plan was changed in another place, and taken in here without a question. ISO instant. */
  takenIn: string | undefined;
  save: (intent: SaveIntent) => Promise<void>;
  decide: (choices: Choices) => Promise<void>;
  closeConflict: () => void;
  confirm: () => Promise<void>;
  closeChange: () => void;
};

/** Saves a step. `onSaved` gets the plan before and after. What was typed stays whenever a save does not work. */
export function useSaveStep(
  stepForm: StepForm,
  onSaved: (intent: SaveIntent, before: Plan, after: Plan) => void,
): StepSaving {
  const t = useText();
  const { form, step, edited, steps, base, rebase, check, refuse, forget } = stepForm;
  const [saving, setSaving] = useState<SaveIntent>();
  const [slow, setSlow] = useState(false);
  const [failed, setFailed] = useState<SaveIntent>();
  const [conflict, setConflict] = useState<OpenConflict>();
  const [change, setChange] = useState<OpenChange>();
  const [takenIn, setTakenIn] = useState<string>();
  const [attempts] = useState(() => makeAttempts(() => crypto.randomUUID()));
  const busy = useRef(false);
  const isShown = useIsShown();

  useEffect(() => {
    if (!saving) return undefined;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [saving]);

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
      setChange(isSame ? undefined : { plan, values, intent });
      if (isSame) {
        forget();
        showSnackbar(t('save.unchanged'));
      }
    },
    [forget, isUnchanged, t],
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
      setChange(undefined);
      if (comparison.disagreements.length > 0) {
        setConflict({ comparison, theirs, intent });
        return undefined;
      }
      rebase(theirs, comparison.values);
      // Answers are never signed unseen.
      if (step === 'step9' || theirs.locked) {
        setTakenIn(theirs.updated_at);
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
    [ask, attempts, isForAccount, rebase, step, steps, t],
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
        setChange(undefined);
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
    [attempts, edited, forget, form, isForAccount, isShown, meetNewer, onSaved, rebase, step, steps, t],
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

  const fail = useCallback(
    async (error: unknown, intent: SaveIntent, plan: Plan): Promise<void> => {
      const {
        code,
        fields,
        reference,
        retryAfter = 60,
      } = error instanceof ApiError ? error : new ApiError('general_error');
      // The shell leads to signing in; what was typed is kept and comes back.
      if (code === 'unauthenticated') return;
      if (code !== 'unavailable' && code !== 'general_error') attempts.settle();
      const isAtFields = (code === 'invalid' || code === 'existingMedicareNumber') && fields.length > 0;
      if (isAtFields || code === 'invalid' || code === 'locked' || code === 'unconfirmed')
        setChange(undefined);
      if (isAtFields) return refuse(fields);
      if (code === 'locked') {
        const locked = await readPlan(plan.user_id).catch(() => undefined);
        if (locked) return notePlan(locked);
      }
      setFailed(intent);
      // Without a connection the page says so beside the way to try again, which a message over the page might cover.
      if (code === 'unavailable' && !navigator.onLine) return;
      const words = [
        code === 'rate-limited'
          ? t('error.plan.tooManyChanges', { count: Math.max(1, Math.ceil(retryAfter / 60)) })
          : t(wordsOf[code] ?? 'error.general_error'),
      ];
      if (reference) words.push(t('error.reference', { reference }));
      showSnackbar(words.join(' '), 'problem');
    },
    [attempts, refuse, t],
  );

  const start = useCallback(
    async (intent: SaveIntent, plan: Plan, values: StepValues): Promise<void> => {
      if (busy.current) return;
      busy.current = true;
      setSaving(intent);
      setFailed(undefined);
      setTakenIn(undefined);
      try {
        await send(intent, { plan, values });
      } catch (error) {
        await fail(error, intent, plan);
      } finally {
        busy.current = false;
        setSaving(undefined);
      }
    },
    [fail, send],
  );

  const save = useCallback(
    async (intent: SaveIntent) => {
      if (busy.current || !check(intent)) return;
      const basis = { plan: base, values: form.getValues() };
      // A page that confirms an edit shows Before and Now itself.
      if (base.status === 'complete' && !edited && !isForAccount(basis)) ask(intent, basis);
      else await start(intent, basis.plan, basis.values);
    },
    [ask, base, check, edited, form, isForAccount, start],
  );

  const decide = useCallback(
    async (choices: Choices) => {
      if (!conflict) return;
      const { comparison, theirs, intent } = conflict;
      const values = applyChoices(steps, comparison, theirs.answers, choices);
      setConflict(undefined);
      rebase(theirs, values);
      if (step === 'step9') setTakenIn(theirs.updated_at);
      else if (!check(intent)) return;
      else if (theirs.status === 'complete') ask(intent, { plan: theirs, values });
      else await start(intent, theirs, values);
    },
    [ask, check, conflict, rebase, start, step, steps],
  );

  const closeConflict = useCallback(() => setConflict(undefined), []);

  const confirm = useCallback(async () => {
    if (change) await start(change.intent, change.plan, change.values);
  }, [change, start]);

  const closeChange = useCallback(() => setChange(undefined), []);

  return {
    ...{ saving, slow, failed, conflict, change, takenIn },
    ...{ save, decide, closeConflict, confirm, closeChange },
  };
}
