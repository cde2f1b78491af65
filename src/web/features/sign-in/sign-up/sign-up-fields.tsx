import { AskedInOrder } from '../../../forms/asked-in-order.tsx';
import { useFormContext, useWatch } from 'react-hook-form';
import { genders } from '../../../../domain/inputs/account-fields.ts';
import { relations } from '../../../../domain/accounts/relations.ts';
import { useText } from '../../../app/texts.tsx';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { FormDateField, FormRadioCards, FormSelectField } from '../../../forms/more-fields.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { NewPasswordField } from '../../../forms/passwords/new-password-field.tsx';
import type { SignUpPlace } from './sign-up-errors.ts';
import css from '../sign-in.module.css';

/** Whether the form is filled in on behalf of another person. */
export function useForSomeoneElse(): boolean {
  const { control } = useFormContext();
  return useWatch({ control, name: 'forMySelf' }) === 'no';
}

/** Owner of the account, and the relation of the person who fills in the form (SIGNUP-01, SIGNUP-02, SIGNUP-14). */
export function OwnerFields() {
  const t = useText();
  const { control } = useFormContext();
  const someoneElse = useForSomeoneElse();
  const relation: unknown = useWatch({ control, name: 'relationWithOwner' });
  return (
    <>
      <FormRadioCards
        name="forMySelf"
        label={t('signup.forMyself.legend')}
        columns={2}
        low
        required
        choices={[
          { value: 'yes', label: t('signup.forMyself.yes') },
          { value: 'no', label: t('signup.forMyself.no') },
        ]}
      />
      {someoneElse && (
        <>
          <FormSelectField
            name="relationWithOwner"
            label={t('signup.relation.legend')}
            empty={t('signup.relation.choose')}
            choices={relations.map((value) => ({ value, label: t(`signup.relation.${value}`) }))}
            required
          />
          {relation === 'other' && (
            <FormTextField
              name="other_relationWithOwner"
              label={t('signup.relationOther.label')}
              maxLength={100}
              required
            />
          )}
          <div className={css.behalf}>
            <Notice live>
              <p>
                <b>{t('signup.behalf.title')}</b>
              </p>
              <p>{t('signup.behalf.rule')}</p>
              <p>
                {t('signup.behalf.shown', {
                  recorder: t('signup.behalf.yourName'),
                  relation: t('signup.behalf.yourRelation'),
                  person: t('signup.behalf.theirName'),
                })}
              </p>
              <p>{t('signup.behalf.tellThem')}</p>
            </Notice>
          </div>
        </>
      )}
    </>
  );
}

/** Returns the value of `autoComplete`: the browser must not fill in its user's data for someone else. */
const completion = (someoneElse: boolean, token: string): string => (someoneElse ? 'off' : token);

function NameFields() {
  const t = useText();
  const someoneElse = useForSomeoneElse();
  return (
    <div className="grid2">
      <AskedInOrder>
        <FormTextField
          name="firstName"
          label={t(someoneElse ? 'signup.firstName.labelBehalf' : 'signup.firstName.label')}
          autoComplete={completion(someoneElse, 'given-name')}
          required
        />
        <FormTextField
          name="lastName"
          label={t(someoneElse ? 'signup.lastName.labelBehalf' : 'signup.lastName.label')}
          autoComplete={completion(someoneElse, 'family-name')}
          required
        />
      </AskedInOrder>
    </div>
  );
}

/**
 * Details of the person and of the account. An invitation fixes the address (SIGNUP-06); only the dialog asks for names (CON-26).
 */
export function DetailFields({ place, emailLocked }: { place: SignUpPlace; emailLocked: boolean }) {
  const t = useText();
  const someoneElse = useForSomeoneElse();
  return (
    <>
      {place === 'modal' && <NameFields />}
      <FormTextField
        name="email"
        type="email"
        label={t(someoneElse ? 'signup.email.labelBehalf' : 'signup.email.label')}
        hint={t(emailLocked ? 'signup.email.locked' : 'signup.email.hint')}
        autoComplete="email"
        readOnly={emailLocked}
        className={emailLocked ? css.locked : undefined}
        required
      />
      <NewPasswordField label="signup.password.label" />
      <FormDateField
        name="birthDate"
        label={t(someoneElse ? 'signup.birthDate.labelBehalf' : 'signup.birthDate.label')}
        hint={t('common.dateHint')}
        autoComplete={completion(someoneElse, 'bday')}
        required
      />
      <FormTextField
        name="medicareNumber"
        label={t(someoneElse ? 'signup.medicare.labelBehalf' : 'signup.medicare.label')}
        optional={t('common.optional')}
        hint={
          <>
            {t('signup.medicare.hint')}
            <br />
            {t('signup.medicare.why')}
          </>
        }
        inputMode="numeric"
        autoComplete="off"
        width="date"
      />
      <FormRadioCards
        name="gender"
        label={t(someoneElse ? 'signup.gender.legendBehalf' : 'signup.gender.legend')}
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
