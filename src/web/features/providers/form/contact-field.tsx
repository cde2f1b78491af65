import { useMemo } from 'react';
import { useText } from '../../../app/texts.tsx';
import ReferenceField from '../../../lists/reference/reference-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { contactsOf } from './form-api.ts';

type ContactFieldProps = {
  /** The provider whose staff are offered, with the staff of its ancestors. */
  providerId: string;
  value: string | null;
  onChange: (id: string | null) => void;
  hint: string;
  /** Text of the first entry, for a provider without a contact. */
  none?: string | undefined;
};

/** Selection of a provider's contact person, for staff who may change it. */
export function ContactField({ providerId, hint, none, ...field }: ContactFieldProps) {
  const t = useText();
  const find = useMemo(() => contactsOf(providerId), [providerId]);
  return (
    <ReferenceField
      key={providerId}
      {...field}
      id="field-provider-contact_id"
      label={t('providers.form.contact')}
      hint={hint}
      all={none}
      find={find}
    />
  );
}

/** The contact person for all other staff, read-only (PROV-25). */
export function FixedContact({ name }: { name: string | null }) {
  const t = useText();
  return (
    <TextField
      id="field-provider-contact_id"
      label={t('providers.form.contact')}
      hint={t('error.provider.contactTlcOnly')}
      value={name ?? t('providers.row.noContact')}
      disabled
      readOnly
    />
  );
}
