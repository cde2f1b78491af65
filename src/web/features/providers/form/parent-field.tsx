import { useContext } from 'react';
import { useController } from 'react-hook-form';
import { useText } from '../../../app/texts.tsx';
import { fieldId, FormPrefix } from '../../../forms/form-fields.tsx';
import { fieldMessage } from '../../../forms/errors/messages.ts';
import ReferenceField from '../../../lists/reference/reference-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { findParents } from './form-api.ts';

/** Selects the parent of a new provider, for staff who may also add a root provider (PROV-22). */
export function ParentField() {
  const t = useText();
  const { field, fieldState } = useController({ name: 'parent_id' });
  const value: unknown = field.value;
  return (
    <ReferenceField
      id={fieldId('parent_id', useContext(FormPrefix))}
      label={t('providers.form.parent')}
      all={t('providers.form.parentNone')}
      find={findParents}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={field.onChange}
      error={fieldMessage(t, fieldState.error)}
    />
  );
}

/** The fixed parent of a new provider. Errors about the place are shown here too. */
export function FixedParent({ name }: { name: string }) {
  const t = useText();
  const { fieldState } = useController({ name: 'parent_id' });
  return (
    <TextField
      id={fieldId('parent_id', useContext(FormPrefix))}
      label={t('providers.form.parent')}
      value={name}
      error={fieldMessage(t, fieldState.error)}
      readOnly
    />
  );
}
