import { AskedInOrder } from '../../forms/asked-in-order.tsx';
import { lazy, Suspense, useRef, useState } from 'react';
import { dateOfIso, melbourneDate } from '../../../domain/fields.ts';
import { genders } from '../../../domain/inputs/account-fields.ts';
import { answersOfProfile, profileForm } from '../../../domain/inputs/profile.ts';
import { changedKeys } from '../../../domain/plan/lifecycle.ts';
import type { Answers } from '../../../domain/questionnaire/answers.ts';
import { Allowed, useMay } from '../../app/allowed.tsx';
import { hasSignedPlan, type SessionUser } from '../../app/person.ts';
import { useText } from '../../app/texts.tsx';
import { Form } from '../../forms/form.tsx';
import { FormDateField, FormRadioCards, FormTextField } from '../../forms/form-fields.tsx';
import { fillWithSaved } from '../../forms/unsaved/fill-with-saved.ts';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import type { Plan } from '../../plan-view/plan.ts';
import { answersWith } from '../../plan-view/steps/step-values.ts';
import { readPlan } from '../../plan-view/use-plan.ts';
import { saveProfile, type OwnProfile } from './profile-api.ts';
import css from '../../app/layout/settings.module.css';

/** Time after which the button returns to its initial state, in milliseconds (CONST-02). */
const resetMs = 2500;

type Values = { first_name: string; last_name: string; dob: string; gender: string; postcode: string };

const ConfirmChange = lazy(() => import('../../plan-view/changes/confirm-change.tsx'));

type ProfileFormProps = { user: SessionUser; profile: OwnProfile };

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

/** Names, birth date, gender and postcode. Typed text is kept until it is saved. */
export function ProfileForm({ user, profile }: ProfileFormProps) {
  const t = useText();
  // These values are also part of the signed plan, and change with it.
  const maySign = useMay('plan.sign');
  const may = maySign || !hasSignedPlan(user);
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

  return (
    <Form form={form} onSubmit={ask} problems={problems}>
      <fieldset className={css.fields} disabled={!may}>
        <div className="grid2">
          <AskedInOrder>
            <FormTextField
              name="first_name"
              label={t('settings.profile.firstName')}
              autoComplete={user.for_my_self ? 'given-name' : 'off'}
              required
            />
            <FormTextField
              name="last_name"
              label={t('settings.profile.lastName')}
              autoComplete={user.for_my_self ? 'family-name' : 'off'}
              required
            />
          </AskedInOrder>
          <FormDateField
            name="dob"
            label={t('settings.profile.birthDate')}
            hint={t('common.dateHint')}
            autoComplete={user.for_my_self ? 'bday' : 'off'}
            required
          />
          <FormTextField
            name="postcode"
            label={t('settings.profile.postcode')}
            hint={t('settings.profile.postcodeHint')}
            inputMode="numeric"
            autoComplete={user.for_my_self ? 'postal-code' : 'off'}
            required
          />
        </div>
        <FormRadioCards
          name="gender"
          label={t('settings.profile.gender')}
          columns={3}
          low
          required
          choices={genders.map((value) => ({
            value,
            label: t(`field.gender.${value.toLowerCase() as Lowercase<typeof value>}`),
          }))}
        />
      </fieldset>
      {may && hasSignedPlan(user) && (
        <div className={css.note}>
          <Notice>
            <p>{t('settings.profile.planNote')}</p>
          </Notice>
        </div>
      )}
      {may ? (
        <Button type="submit" state={reading ? 'pending' : state}>
          {t('settings.profile.save')}
        </Button>
      ) : (
        <Allowed to="plan.sign">{null}</Allowed>
      )}
      {change && (
        <Suspense>
          <ConfirmChange
            before={change.plan}
            after={change.after}
            pending={state === 'pending'}
            onConfirm={() => void submit(change.values)}
            onClose={close}
          />
        </Suspense>
      )}
    </Form>
  );
}
