import { useContext } from 'react';
import { useController } from 'react-hook-form';
import { useText } from '../../../app/texts.tsx';
import { fieldId, FormPrefix } from '../../../forms/form-fields.tsx';
import { fieldMessage } from '../../../forms/errors/messages.ts';
import ReferenceField from '../../../lists/reference/reference-field.tsx';
import { findProviders } from '../table/customers-api.ts';

/** Provider to which a customer is added, for staff who may choose. */
export function ProviderField() {
  const t = useText();
  const { field, fieldState } = useController({ name: 'provider_id' });
  const value: unknown = field.value;
  return (
    <ReferenceField
      id={fieldId('provider_id', useContext(FormPrefix))}
      label={t('customers.new.provider')}
      find={findProviders}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(id) => field.onChange(id ?? '')}
      error={fieldMessage(t, fieldState.error)}
    />
  );
}
