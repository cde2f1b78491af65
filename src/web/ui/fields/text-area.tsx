import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldFrame, isOpen, useFieldIds, type FieldProps } from './field-parts.tsx';

type TextAreaProps = FieldProps & {
  /** Text with the number of characters written or left, such as "You have 20 characters left". */
  count?: ReactNode | undefined;
} & Omit<ComponentProps<'textarea'>, 'id' | 'placeholder'>;

/** Several lines of text. */
export function TextArea({ label, hint, error, optional, id, count, rows = 4, ...area }: TextAreaProps) {
  const countId = useId();
  const ids = useFieldIds({ id, hint, error }, count ? countId : undefined);
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} optional={optional}>
      <textarea
        {...area}
        id={ids.id}
        rows={rows}
        className="in"
        aria-invalid={isOpen(error)}
        aria-describedby={ids.describedBy}
      />
      {count && (
        <span className="small quiet num" id={countId}>
          {count}
        </span>
      )}
    </FieldFrame>
  );
}
