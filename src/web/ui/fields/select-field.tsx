import type { ComponentProps } from 'react';
import type { Choice } from './choices.tsx';
import { FieldFrame, isOpen, useFieldIds, type FieldProps } from './field-parts.tsx';

type SelectFieldProps = FieldProps & {
  choices: readonly (Omit<Choice, 'label' | 'note'> & { label: string })[];
  /** Text of the empty first entry. Without it there is none. */
  empty?: string | undefined;
} & Omit<ComponentProps<'select'>, 'id'>;

/** Selection from a list that is too long for cards. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  id,
  choices,
  empty,
  ...select
}: SelectFieldProps) {
  const ids = useFieldIds({ id, hint, error });
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} optional={optional}>
      <select
        {...select}
        id={ids.id}
        className="in sel"
        aria-invalid={isOpen(error)}
        aria-describedby={ids.describedBy}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
