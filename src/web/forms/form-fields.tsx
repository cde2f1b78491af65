import { createContext, useContext, type ComponentProps } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useText } from '../app/texts.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { fieldMessage } from './errors/messages.ts';

/** Distinguishes the fields of a form from those of another form on the same page; '' for the only form. */
export const FormPrefix = createContext('');

/** Returns the id of the input of a form field, for links in the error summary. */
export function fieldId(name: string, prefix = ''): string {
  return prefix ? `field-${prefix}-${name}` : `field-${name}`;
}

type Bound = 'value' | 'onChange' | 'onBlur' | 'error' | 'id' | 'ref' | 'name' | 'checked';
/** Props of a field in a form: those of the field itself, which the form does not set. */
export type FormPart<Part extends React.ElementType> = Omit<ComponentProps<Part>, Bound> & { name: string };

/** Returns the value of a field of the form around it, its message and its id. */
export function useField(name: string) {
  const t = useText();
  const { control } = useFormContext();
  const { field, fieldState } = useController({ name, control });
  const id = fieldId(name, useContext(FormPrefix));
  return { field, error: fieldMessage(t, fieldState.error), id };
}

/** Returns a text of a form; another value counts as empty. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** TextField of a form. */
export function FormTextField({ name, ...rest }: FormPart<typeof TextField>) {
  const { field, error, id } = useField(name);
  return <TextField {...rest} {...field} value={asText(field.value)} error={error} id={id} />;
}

/** PasswordField of a form. */
export function FormPasswordField({ name, ...rest }: FormPart<typeof PasswordField>) {
  const { field, error, id } = useField(name);
  return <PasswordField {...rest} {...field} value={asText(field.value)} error={error} id={id} />;
}
