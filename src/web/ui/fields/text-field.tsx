import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { FieldFrame, isOpen, useFieldIds, type FieldProps } from './field-parts.tsx';

/** Width of an input, by its content. */
export type BoxWidth = 'short' | 'date' | 'full';

type TextFieldProps = FieldProps & { width?: BoxWidth } & Omit<
    ComponentProps<'input'>,
    'id' | 'width' | 'placeholder'
  >;

/** One line of text. */
export function TextField({
  label,
  hint,
  error,
  optional,
  id,
  width = 'full',
  className,
  ...input
}: TextFieldProps) {
  const ids = useFieldIds({ id, hint, error });
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} optional={optional}>
      <input
        type="text"
        {...input}
        id={ids.id}
        className={classNames('in', width !== 'full' && `in-${width}`, className)}
        aria-invalid={isOpen(error)}
        aria-describedby={ids.describedBy}
      />
    </FieldFrame>
  );
}
