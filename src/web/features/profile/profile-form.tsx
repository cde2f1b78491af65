import { AskedInOrder } from '../../forms/asked-in-order.tsx';
import { useState } from 'react';
import { dateOfIso, melbourneDate } from '../../../domain/fields.ts';
import { genders } from '../../../domain/inputs/account-fields.ts';
import { profileForm } from '../../../domain/inputs/profile.ts';
import { Allowed, useMay } from '../../app/allowed.tsx';
import { hasSignedPlan, type SessionUser } from '../../app/person.ts';
import { useText } from '../../app/texts.tsx';
import { Form } from '../../forms/form.tsx';
import { FormDateField, FormRadioCards, FormTextField } from '../../forms/form-fields.tsx';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { saveProfile, type OwnProfile } from './profile-api.ts';
import css from '../../app/layout/settings.module.css';

/** Milliseconds after which the button is itself again (CONST-02). */
const resetMs = 2500;

type Values = { first_name: string; last_name: string; dob: string; gender: string; postcode: string };

/** Names, birth date, gender and postcode. What is typed stays until it is saved, whatever happens. */
export function ProfileForm({ user, profile }: { user: SessionUser; profile: OwnProfile }) {
  const t = useText();
  // What stands here stands in the signed plan too, and changes with it.
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
  const save = async (values: Values) => {
    await saveProfile(values);
    form.reset(values);
  };
  const { submit, state, problems } = useSubmit(form, save, {
    texts: { locked: 'settings.profile.locked' },
    resetMs,
  });

  return (
    <Form form={form} onSubmit={submit} problems={problems}>
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
            label: t(`signup.gender.${value.toLowerCase() as Lowercase<typeof value>}`),
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
        <Button type="submit" state={state}>
          {t('settings.profile.save')}
        </Button>
      ) : (
        <Allowed to="plan.sign">{null}</Allowed>
      )}
    </Form>
  );
}
