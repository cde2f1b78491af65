import { genders } from '../../../../domain/inputs/account-fields.ts';
import { staffRelations } from '../../../../domain/inputs/customers/new-customer.ts';
import { useText } from '../../../app/texts.tsx';
import { AskedInOrder } from '../../../forms/asked-in-order.tsx';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { FormCheckbox, FormDateField, FormSelectField } from '../../../forms/more-fields.tsx';
import css from '../actions/actions.module.css';

/** The name of the customer (CACT-27, CACT-28). */
export function NameFields({ hint }: { hint: boolean }) {
  const t = useText();
  const words = hint ? t('customers.new.nameHint') : undefined;
  return (
    <div className={css.pair}>
      <AskedInOrder>
        <FormTextField
          name="first_name"
          label={t('customers.new.firstName')}
          hint={words}
          autoComplete="off"
          required
        />
        <FormTextField
          name="last_name"
          label={t('customers.new.lastName')}
          hint={words}
          autoComplete="off"
          required
        />
      </AskedInOrder>
    </div>
  );
}

/** Fields for a customer whose account staff create (CACT-30 to CACT-37). */
export function CreateFields() {
  const t = useText();
  return (
    <>
      <div className={css.pair}>
        <FormSelectField
          name="relationWithOwner"
          label={t('customers.new.relationWithOwner')}
          empty=""
          choices={staffRelations.map((value) => ({
            value,
            label: t(`customers.relationWithOwner.${value}`),
          }))}
          required
        />
        <FormSelectField
          name="gender"
          label={t('customers.new.gender')}
          empty=""
          choices={genders.map((value) => ({
            value,
            label: t(`field.gender.${value.toLowerCase() as Lowercase<typeof value>}`),
          }))}
          required
        />
        <FormDateField
          name="birthDate"
          label={t('customers.new.birthDate')}
          hint={t('common.dateHint')}
          autoComplete="off"
          required
        />
        <FormTextField
          name="medicareNumber"
          label={t('customers.new.medicare')}
          hint={t('customers.new.medicareHint')}
          inputMode="numeric"
          autoComplete="off"
          required
        />
      </div>
      <p className="small quiet">{t('customers.new.noEmailNote')}</p>
      <FormCheckbox name="notOwnerConfirmation" label={t('customers.new.notOwner')} required />
      <p className="small quiet">{t('customers.new.notOwnerPlan')}</p>
    </>
  );
}

/** Address of the invitation (CACT-38). */
export function InviteFields() {
  const t = useText();
  return (
    <FormTextField
      name="email"
      type="email"
      label={t('customers.new.email')}
      hint={t('customers.new.emailHint')}
      autoComplete="off"
      required
    />
  );
}
