import { useCallback, useEffect, useId, useState } from 'react';
import { FieldProblem, Hint, isOpen, problemClass } from '../../ui/fields/field-parts.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadFailed } from '../../ui/messages/load-failed.tsx';
import { loadReference, loadedReference } from './load-reference.ts';
import css from './reference-field.module.css';
import type { ReferenceFieldProps } from './reference-props.ts';

/** Selects one object by its name: a combobox that searches while typing. It is loaded when it is shown. */
export default function ReferenceField(props: ReferenceFieldProps) {
  const { part: Part, failed, retry } = useReferencePart();
  if (Part) return <Part {...props} className={css.combo} />;
  return <ComingField {...props} failed={failed} onRetry={retry} />;
}

/** Placeholder of the same size, so that nothing moves when the field is loaded. */
function ComingField({
  label,
  hint,
  all = '',
  value,
  error,
  id: given,
  failed,
  onRetry,
}: ReferenceFieldProps & { failed: boolean; onRetry: () => void }) {
  const made = useId();
  const id = given ?? made;
  const described = [hint && `${id}-hint`, isOpen(error) && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classNames('field', css.combo, problemClass(error))}>
      {failed ? <span className="lab">{label}</span> : <label htmlFor={id}>{label}</label>}
      <Hint id={id}>{hint}</Hint>
      <FieldProblem id={id}>{error}</FieldProblem>
      {failed ? (
        <LoadFailed onRetry={onRetry} />
      ) : (
        <input
          id={id}
          className="in sel"
          disabled
          aria-busy="true"
          aria-describedby={described || undefined}
          value={value === null ? all : ''}
          readOnly
        />
      )}
    </div>
  );
}

function useReferencePart() {
  const [part, setPart] = useState(() => loadedReference());
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (failed) return undefined;
    let gone = false;
    loadReference().then(
      (loaded) => gone || setPart(() => loaded),
      () => gone || setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [failed]);
  const retry = useCallback(() => setFailed(false), []);
  return { part, failed, retry };
}
