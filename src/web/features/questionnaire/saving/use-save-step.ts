import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Plan } from '../../../plan-view/plan.ts';
import type { StepValues } from '../../../plan-view/steps/step-values.ts';
import { applyChoices, type Choices } from '../../../plan-view/unsaved/conflict.ts';
import type { StepForm } from '../fields/use-step-form.ts';
import { makeAttempts, type SaveIntent } from './save-request.ts';
import { isForAccount, type Basis, type OpenChange, type OpenConflict } from './step-basis.ts';
import { useAskChange } from './use-ask-change.ts';
import { useSaveFailure } from './use-save-failure.ts';
import { useSendStep } from './use-send-step.ts';

/** Time after which the page shows that a save is slow, in milliseconds. */
const slowAfterMs = 8000;

export type StepSaving = {
  saving: SaveIntent | undefined;
  slow: boolean;
  /** Intent of the last save, if it failed. */
  failed: SaveIntent | undefined;
  conflict: OpenConflict | undefined;
  /** Change that waits to be confirmed (D-35). */
  change: OpenChange | undefined;
  /** Time of a change in another place that was merged here without a question. ISO instant. */
  takenIn: string | undefined;
  save: (intent: SaveIntent) => Promise<void>;
  decide: (choices: Choices) => Promise<void>;
  closeConflict: () => void;
  confirm: () => Promise<void>;
  closeChange: () => void;
};

/** Whether a save is taking long. */
function useSlow(saving: SaveIntent | undefined): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!saving) return undefined;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [saving]);
  return slow;
}

type SaveRunOptions = Pick<StepForm, 'refuse'> & {
  attempts: ReturnType<typeof makeAttempts>;
  send: (intent: SaveIntent, basis: Basis) => Promise<void>;
  closeChange: () => void;
  /** Called when a save starts, to clear the messages of the last one. */
  onStart: () => void;
};

/** Runs one save at a time, and shows why it failed. */
function useSaveRun({ refuse, attempts, send, closeChange, onStart }: SaveRunOptions) {
  const [saving, setSaving] = useState<SaveIntent>();
  const [failed, setFailed] = useState<SaveIntent>();
  const busy = useRef(false);
  const fail = useSaveFailure({ attempts, refuse, closeChange, setFailed });
  const start = useCallback(
    async (intent: SaveIntent, plan: Plan, values: StepValues): Promise<void> => {
      if (busy.current) return;
      busy.current = true;
      setSaving(intent);
      setFailed(undefined);
      onStart();
      try {
        await send(intent, { plan, values });
      } catch (error) {
        await fail(error, intent, plan);
      } finally {
        busy.current = false;
        setSaving(undefined);
      }
    },
    [fail, onStart, send],
  );
  return { saving, failed, busy, start };
}

/** Saves a step. `onSaved` gets the plan before and after. Typed text is kept if a save fails. */
export function useSaveStep(
  stepForm: StepForm,
  onSaved: (intent: SaveIntent, before: Plan, after: Plan) => void,
): StepSaving {
  const { form, step, edited, steps, base, rebase, check, refuse } = stepForm;
  const [conflict, setConflict] = useState<OpenConflict>();
  const [change, setChange] = useState<OpenChange>();
  const [takenIn, setTakenIn] = useState<string>();
  const [attempts] = useState(() => makeAttempts(() => crypto.randomUUID()));
  const show = useMemo(() => ({ conflict: setConflict, change: setChange, takenIn: setTakenIn }), []);
  const ask = useAskChange(stepForm, show);
  const send = useSendStep({ stepForm, attempts, show, ask, onSaved });
  const closeConflict = useCallback(() => setConflict(undefined), []);
  const closeChange = useCallback(() => setChange(undefined), []);
  const onStart = useCallback(() => setTakenIn(undefined), []);
  const { saving, failed, busy, start } = useSaveRun({ refuse, attempts, send, closeChange, onStart });
  const slow = useSlow(saving);

  const save = useCallback(
    async (intent: SaveIntent) => {
      if (busy.current || !check(intent)) return;
      const basis = { plan: base, values: form.getValues() };
      // A page that confirms an edit shows Before and Now itself.
      if (base.status === 'complete' && !edited && !isForAccount({ step, steps }, basis)) ask(intent, basis);
      else await start(intent, basis.plan, basis.values);
    },
    [ask, base, busy, check, edited, form, start, step, steps],
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

  const confirm = useCallback(async () => {
    if (change) await start(change.intent, change.plan, change.values);
  }, [change, start]);

  return {
    ...{ saving, slow, failed, conflict, change, takenIn },
    ...{ save, decide, closeConflict, confirm, closeChange },
  };
}
