import { useText } from '../../../app/texts.tsx';
import { FormTextField } from '../../../forms/form-fields.tsx';

/** Room or bed of a customer in the house (N-09). */
export function RoomField() {
  const t = useText();
  return (
    <FormTextField
      name="room"
      label={t('customers.room.label')}
      hint={t('customers.room.hint')}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
