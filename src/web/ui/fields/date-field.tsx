import type { ComponentProps } from 'react';
import type { FieldProps } from './field-parts.tsx';
import { TextField } from './text-field.tsx';
import { tidyDate } from './tidy-date.ts';

type DateFieldProps = FieldProps & { onTidy?: (date: string) => void } & Omit<
    ComponentProps<'input'>,
    'id' | 'width' | 'type' | 'placeholder'
  >;

/**
 * Field for a date, DD/MM/YYYY. Typed text is normalised and passed to `onTidy` at the last digit of the year, and on leaving the
 * field. Only on leaving would be too late: a message that disappears then would move the element that is being clicked.
 */
export function DateField({ onTidy, onChange, onBlur, ...rest }: DateFieldProps) {
  return (
    <TextField
      {...rest}
      width="date"
      inputMode="numeric"
      onChange={(event) => {
        onChange?.(event);
        const { value, selectionEnd } = event.target;
        const tidy = tidyDate(value);
        if (tidy !== value.trim() && selectionEnd === value.length) onTidy?.(tidy);
      }}
      onBlur={(event) => {
        const tidy = tidyDate(event.target.value);
        if (tidy !== event.target.value) onTidy?.(tidy);
        onBlur?.(event);
      }}
    />
  );
}
