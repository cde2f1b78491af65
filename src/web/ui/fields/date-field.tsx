import type { ComponentProps } from 'react';
import type { FieldProps } from './field-parts.tsx';
import { TextField } from './text-field.tsx';
import { tidyDate } from './tidy-date.ts';

type DateFieldProps = FieldProps & { onTidy?: (date: string) => void } & Omit<
    ComponentProps<'input'>,
    'id' | 'width' | 'type' | 'placeholder'
  >;

/**
 * One box for a date, DD/MM/YYYY. What was typed is tidied and handed to `onTidy` with the last digit of the year, and on leaving
 * the box. Not only on leaving: a message that goes away then would move what is being clicked.
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
