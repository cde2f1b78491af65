import { AskedInOrder } from '../../forms/asked-in-order.tsx';
import { lazy, Suspense } from 'react';
import { genders } from '../../../domain/inputs/account-fields.ts';
import { Allowed, useMay } from '../../app/allowed.tsx';
import { hasSignedPlan, type SessionUser } from '../../app/person.ts';
import { useText } from '../../app/texts.tsx';
import { Form } from '../../forms/form.tsx';
import { FormTextField } from '../../forms/form-fields.tsx';
import { FormDateField, FormRadioCards } from '../../forms/more-fields.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import type { OwnProfile } from './profile-api.ts';
import { useProfileForm } from './use-profile-form.ts';
import css from '../../app/layout/settings.module.css';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

const ConfirmChange = lazy(() => import('../../plan-view/changes/confirm-change.tsx'));

type ProfileFormProps = { user: SessionUser; profile: OwnProfile };

/** Names, birth date, gender and postcode. Typed text is kept until it is saved. */
export function ProfileForm({ user, profile }: ProfileFormProps) {
  const said = useVoicedText();
  const t = useText();
  // These values are also part of the signed plan, and change with it.
  const maySign = useMay('plan.sign');
  const may = maySign || !hasSignedPlan(user);
  const { form, ask, submit, state, reading, problems, change, close } = useProfileForm(user, profile);

  return (
    <Form form={form} onSubmit={ask} problems={problems}>
      <fieldset className={css.fields} disabled={!may}>
        <ProfileFields forSelf={user.for_my_self} />
      </fieldset>
      {may && hasSignedPlan(user) && (
        <div className={css.note}>
          <Notice>
            <p>{said('settings.profile.planNote')}</p>
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

/** Fields of the profile. The browser must not fill in its user's data for another person. */
function ProfileFields({ forSelf }: { forSelf: boolean }) {
  const t = useText();
  return (
    <>
      <div className="grid2">
        <AskedInOrder>
          <FormTextField
            name="first_name"
            label={t('settings.profile.firstName')}
            autoComplete={forSelf ? 'given-name' : 'off'}
            required
          />
          <FormTextField
            name="last_name"
            label={t('settings.profile.lastName')}
            autoComplete={forSelf ? 'family-name' : 'off'}
            required
          />
        </AskedInOrder>
        <FormDateField
          name="dob"
          label={t('settings.profile.birthDate')}
          hint={t('common.dateHint')}
          autoComplete={forSelf ? 'bday' : 'off'}
          required
        />
        <FormTextField
          name="postcode"
          label={t('settings.profile.postcode')}
          hint={t('settings.profile.postcodeHint')}
          inputMode="numeric"
          autoComplete={forSelf ? 'postal-code' : 'off'}
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
    </>
  );
}
