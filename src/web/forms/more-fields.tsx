import { useText } from '../app/texts.tsx';
import { CheckCards, Checkbox, RadioCards } from '../ui/fields/choices.tsx';
import { DateField } from '../ui/fields/date-field.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { asText, useField, type FormPart } from './form-fields.tsx';

// Apart from form-fields.tsx: the sign-in page loads none of these.

/** DateField of a form: keeps the text DD/MM/YYYY. */
export function FormDateField({ name, onTidy: _, ...rest }: FormPart<typeof DateField>) {
  const { field, error, id } = useField(name);
  return (
    <DateField
      {...rest}
      {...field}
      value={asText(field.value)}
      error={error}
      id={id}
      onTidy={field.onChange}
    />
  );
}

/** TextArea of a form. */
export function FormTextArea({ name, ...rest }: FormPart<typeof TextArea>) {
  const { field, error, id } = useField(name);
  return <TextArea {...rest} {...field} value={asText(field.value)} error={error} id={id} />;
}

/** SelectField of a form. */
export function FormSelectField({ name, ...rest }: FormPart<typeof SelectField>) {
  const { field, error, id } = useField(name);
  return <SelectField {...rest} {...field} value={asText(field.value)} error={error} id={id} />;
}

/** RadioCards of a form. */
export function FormRadioCards({ name, ...rest }: FormPart<typeof RadioCards>) {
  const { field, error, id } = useField(name);
  return <RadioCards {...rest} {...field} value={asText(field.value)} error={error} id={id} />;
}

/** A yes/no question: the value is true, false, or null for no answer. */
export function FormYesNo({ name, ...rest }: Omit<FormPart<typeof RadioCards>, 'choices' | 'columns'>) {
  const t = useText();
  const { field, error, id } = useField(name);
  const choices = [
    { value: 'yes', label: t('common.yes') },
    { value: 'no', label: t('common.no') },
  ];
  return (
    <RadioCards
      {...rest}
      {...field}
      choices={choices}
      columns={2}
      value={typeof field.value === 'boolean' ? (field.value ? 'yes' : 'no') : null}
      onChange={(value) => field.onChange(value === 'yes')}
      error={error}
      id={id}
    />
  );
}

/** CheckCards of a form: the value is a list. */
export function FormCheckCards({ name, ...rest }: FormPart<typeof CheckCards>) {
  const { field, error, id } = useField(name);
  const value = Array.isArray(field.value) ? (field.value as string[]) : [];
  return <CheckCards {...rest} {...field} value={value} error={error} id={id} />;
}

/** Checkbox of a form: the value is true or false. */
export function FormCheckbox({ name, ...rest }: FormPart<typeof Checkbox>) {
  const { field, error, id } = useField(name);
  const { value, ...bound } = field;
  return <Checkbox {...rest} {...bound} checked={value === true} error={error} id={id} />;
}
