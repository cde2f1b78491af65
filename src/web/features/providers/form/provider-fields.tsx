import { useWatch } from 'react-hook-form';
import { dollars } from '../../../../domain/billing/money.ts';
import { states } from '../../../../domain/inputs/organisation/provider.ts';
import { externalIdPrefix } from '../../../../domain/providers/external-id.ts';
import { providerTypes } from '../../../../domain/providers/types.ts';
import { useText } from '../../../app/texts.tsx';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { FormDateField, FormRadioCards, FormSelectField } from '../../../forms/more-fields.tsx';
import type { ProviderSubscription } from './form-api.ts';
import css from './provider-dialog.module.css';

const typeHints = {
  internal_provider: 'providers.form.typeInternalHint',
  external_provider: 'providers.form.typeExternalHint',
} as const;

/** Type of a provider, and its id in the external system if its type is external (PROV-19, PROV-23). */
export function TypeFields({ off = false }: { off?: boolean }) {
  const t = useText();
  const type: unknown = useWatch({ name: 'type' });
  return (
    <>
      <FormRadioCards
        name="type"
        label={t('providers.form.type')}
        columns={2}
        low
        required
        choices={providerTypes.map((value) => ({
          value,
          label: t(`providers.type.${value}`),
          note: t(typeHints[value]),
          off: off && value !== type,
        }))}
      />
      {type === 'external_provider' && (
        <FormTextField
          name="external_id"
          label={t('providers.form.externalId')}
          hint={t('providers.form.externalIdHint', { prefix: externalIdPrefix })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={off}
          required
        />
      )}
    </>
  );
}

/** Address and contact details of a provider (PROV-19 to PROV-21, PROV-32). */
export function ReachFields() {
  const t = useText();
  return (
    <>
      <FormTextField name="address" label={t('providers.form.address')} autoComplete="off" required />
      <div className={css.pair}>
        <FormTextField
          name="location"
          label={t('providers.form.location')}
          hint={t('providers.form.locationHint')}
          autoComplete="off"
          required
        />
        <div className={css.narrow}>
          <FormSelectField
            name="state"
            label={t('providers.form.state')}
            empty=""
            choices={states.map((value) => ({ value, label: t(`providers.state.${value}`) }))}
            required
          />
          <FormTextField
            name="postcode"
            label={t('providers.form.postcode')}
            inputMode="numeric"
            autoComplete="off"
            required
          />
        </div>
        <FormTextField
          name="phone_number"
          type="tel"
          label={t('providers.form.phone')}
          autoComplete="off"
          required
        />
        <FormTextField
          name="email"
          type="email"
          label={t('providers.form.email')}
          optional={t('common.optional')}
          autoComplete="off"
        />
      </div>
    </>
  );
}

type MoneyFieldsProps = {
  /** Whether the caller chooses payment plans. */
  mayBill: boolean;
  /** Whether the start day may be entered. */
  mayStart: boolean;
  mayManage: boolean;
  /** Subscriptions that can be chosen, including the provider's current one, which may be no longer for sale. */
  subscriptions: readonly ProviderSubscription[];
};

/** The government's id, the payment plan and its start. */
export function MoneyFields({ mayBill, mayStart, mayManage, subscriptions }: MoneyFieldsProps) {
  const t = useText();
  return (
    <div className={css.pair}>
      <FormTextField
        name="government_id"
        label={t('providers.form.governmentId')}
        hint={t('providers.form.governmentIdHint')}
        optional={t('common.optional')}
        autoComplete="off"
        disabled={!mayManage}
      />
      <FormDateField
        name="subscription_start_date"
        label={t('providers.form.subscriptionStart')}
        hint={t('common.dateHint')}
        autoComplete="off"
        disabled={!mayStart}
        required
      />
      {subscriptions.length > 0 && (
        <FormSelectField
          name="subscription_id"
          label={t('providers.form.subscription')}
          optional={t('common.optional')}
          empty={t('common.noneValue')}
          choices={subscriptions.map(({ id, name, fee }) => ({
            value: id,
            label: `${name} (${dollars(fee)})`,
          }))}
          disabled={!mayBill}
        />
      )}
      {mayBill && (
        <FormDateField
          name="trial_expiry_date"
          label={t('providers.form.trialExpiry')}
          optional={t('common.optional')}
          autoComplete="off"
        />
      )}
    </div>
  );
}
