import { useContext } from 'react';
import { useController } from 'react-hook-form';
import { staffJobs } from '../../../../domain/staff/jobs.ts';
import { useText } from '../../../app/texts.tsx';
import { AskedInOrder } from '../../../forms/asked-in-order.tsx';
import { fieldId, FormPrefix, FormTextField } from '../../../forms/form-fields.tsx';
import { FormSelectField } from '../../../forms/more-fields.tsx';
import { fieldMessage } from '../../../forms/errors/messages.ts';
import ReferenceField from '../../../lists/reference/reference-field.tsx';
import { findProviders } from '../staff-api.ts';
import css from '../staff.module.css';

/** Facts about a staff member. Only its owner can change the address of an account in use. */
export function PersonFields({ asksJob, email }: { asksJob: boolean; email: 'asked' | 'fixed' }) {
  const t = useText();
  return (
    <>
      <div className={css.pair}>
        <AskedInOrder>
          <FormTextField name="first_name" label={t('users.form.firstName')} autoComplete="off" required />
          <FormTextField name="last_name" label={t('users.form.lastName')} autoComplete="off" required />
        </AskedInOrder>
      </div>
      {email === 'asked' && (
        <FormTextField
          name="email"
          type="email"
          label={t('users.form.email')}
          hint={t('users.form.emailHint')}
          autoComplete="off"
          required
        />
      )}
      <div className={css.pair}>
        <FormTextField
          name="phone"
          type="tel"
          label={t('users.form.phone')}
          optional={t('common.optional')}
          autoComplete="off"
        />
        {asksJob && (
          <FormSelectField
            name="role"
            label={t('users.form.job')}
            empty=""
            choices={staffJobs.map((value) => ({ value, label: t(`users.job.${value}`) }))}
            required
          />
        )}
      </div>
    </>
  );
}

/** Provider of a staff member, for callers who may choose. */
export function ProviderField() {
  const t = useText();
  const { field, fieldState } = useController({ name: 'provider_id' });
  const value: unknown = field.value;
  return (
    <ReferenceField
      id={fieldId('provider_id', useContext(FormPrefix))}
      label={t('users.form.provider')}
      hint={t('users.form.providerHint')}
      find={findProviders}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(id) => field.onChange(id ?? '')}
      error={fieldMessage(t, fieldState.error)}
    />
  );
}
