import { useText } from '../../../app/texts.tsx';
import { FormTextArea } from '../../../forms/more-fields.tsx';

/** The field for pasted public keys. */
export function KeysField() {
  const t = useText();
  return (
    <FormTextArea
      name="keys"
      label={t('clinical.keys.label')}
      hint={t('clinical.keys.hint')}
      rows={6}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
