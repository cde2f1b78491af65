import { useMemo } from 'react';
import { useText } from '../../../app/texts.tsx';
import ReferenceField from '../../../lists/reference-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { contactsOf } from './form-api.ts';

type ContactFieldProps = {
  /** The provider whose staff are offered, with those of the ones above it. */
  providerId: string;
  value: string | null;
  onChange: (id: string | null) => void;
  hint: string;
  /** The words of the first entry, for a provider that has none. */
  none?: string | undefined;
};

/** Who speaks for a provider, for those who may say so. */
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

/** The same for all others, who only read it (PROV-25). */
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
