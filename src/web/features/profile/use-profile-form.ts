import { useRef, useState } from 'react';
import { dateOfIso, melbourneDate } from '../../../domain/fields.ts';
import { answersOfProfile, profileForm } from '../../../domain/inputs/profile.ts';
import { changedKeys } from '../../../domain/plan/lifecycle.ts';
import type { Answers } from '../../../domain/questionnaire/answers.ts';
import { hasSignedPlan, type SessionUser } from '../../app/person.ts';
import { fillWithSaved } from '../../forms/unsaved/fill-with-saved.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useZodForm } from '../../forms/use-zod-form.ts';
import type { Plan } from '../../plan-view/plan.ts';
import { answersWith } from '../../plan-view/steps/step-values.ts';
import { readPlan } from '../../plan-view/use-plan.ts';
import { saveProfile, type OwnProfile } from './profile-api.ts';

/** Time after which the button returns to its initial state, in milliseconds (CONST-02). */
const resetMs = 2500;

type Values = { first_name: string; last_name: string; dob: string; gender: string; postcode: string };

/** Change to be confirmed, because a signed plan contains the same facts as the account. */
type OpenChange = { values: Values; plan: Plan; after: Answers };

/**
 * Returns the change of the saved signed plan that the profile would cause. Undefined if there is none, and if the plan is locked
 * or cannot be read: then the server reports it.
 */
async function changeOf(userId: string, values: Values): Promise<OpenChange | undefined> {
  const plan = await readPlan(userId).catch(() => undefined);
  if (plan?.status !== 'complete' || plan.locked) return undefined;
  const after = answersWith(plan.answers, answersOfProfile(values));
  return changedKeys(plan.answers, after).length > 0 ? { values, plan, after } : undefined;
}

/**
 * Form of a profile. `ask` saves it, unless it would change a signed plan: then `change` is set, and `submit` saves it after the
 * confirmation.
 */
export function useProfileForm(user: SessionUser, profile: OwnProfile) {
  const [today] = useState(() => melbourneDate(Date.now()));
  const form = useZodForm<Values, Values>(profileForm({ today }), {
    first_name: user.first_name ?? '',
    last_name: user.last_name ?? '',
    dob: profile.dob ? dateOfIso(profile.dob) : '',
    gender: profile.gender ?? '',
    postcode: profile.postcode ?? '',
  });
  const [change, setChange] = useState<OpenChange>();
  const [reading, setReading] = useState(false);
  const sent = useRef<Values>(form.getValues());
  const save = async (values: Values) => {
    const seen = change && {
      confirmed: changedKeys(change.plan.answers, change.after),
      confirmed_version: change.plan.version,
    };
    await saveProfile(values, seen);
    fillWithSaved(form, values, sent.current);
  };
  const close = () => setChange(undefined);
  const { submit, state, problems } = useSubmit(form, save, {
    texts: {
      locked: 'settings.profile.locked',
      unconfirmed: 'error.plan.unconfirmed',
      existingMedicareNumber: ({ fields }) => fields,
    },
    resetMs,
    onDone: close,
    onFailed: close,
  });
  const ask = async (values: Values) => {
    if (reading) return;
    sent.current = form.getValues();
    setReading(true);
    const asked = hasSignedPlan(user) ? await changeOf(user.id, values) : undefined;
    setReading(false);
    if (asked) setChange(asked);
    else await submit(values);
  };
  return { form, ask, submit, state, reading, problems, change, close };
}
