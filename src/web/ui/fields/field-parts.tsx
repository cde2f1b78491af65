import { useId, type ReactNode } from 'react';
import { useText } from '../../app/texts.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../drawings/icon.tsx';

/**
 * Error of a field and how to correct it; or the same words once it is corrected. The message keeps its place until the next try:
 * an element that moves under a finger causes a wrong touch (D-21, R-70).
 */
export type Problem = string | { mended: string };

/** Whether a field still has to be corrected. */
export const isOpen = (problem: Problem | undefined): problem is string =>
  typeof problem === 'string' && problem !== '';

/** Returns the class of a field with an error. */
export const problemClass = (problem: Problem | undefined): string | undefined =>
  problem ? classNames('bad', !isOpen(problem) && 'mended') : undefined;

/** Props of every field: its name and the texts around it, all in the page's language. */
export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode | undefined;
  /** Empty or missing if the field is valid. */
  error?: Problem | undefined;
  /** Suffix of the label of a field that may stay empty, such as "(optional)". */
  optional?: string | undefined;
  /** Id of the input, for links in the error summary. Without it, the field creates one. */
  id?: string | undefined;
};

type Ids = { id: string; describedBy: string | undefined };

/** Returns the ids that connect an input to its hint, its error and the element with the id `extra`. */
export function useFieldIds(
  { id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>,
  extra?: string,
): Ids {
  const made = useId();
  const own = id ?? made;
  const describedBy = [hint && `${own}-hint`, isOpen(error) && `${own}-error`, extra]
    .filter(Boolean)
    .join(' ');
  return { id: own, describedBy: describedBy || undefined };
}

/** Text that a field may stay empty. */
export function Optional({ word }: { word: string | undefined }) {
  return word ? <span className="opth"> {word}</span> : null;
}

/** The hint of a field. */
export function Hint({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <span className="hint" id={`${id}-hint`}>
      {children}
    </span>
  ) : null;
}

/** Error of a field. */
export function FieldProblem({ id, children }: { id: string; children: Problem | undefined }) {
  const t = useText();
  if (!children) return null;
  return (
    <p className={isOpen(children) ? 'err' : 'err mended'} id={`${id}-error`}>
      <Icon name={isOpen(children) ? 'circle-alert' : 'circle-check'} />
      {isOpen(children) ? (
        <span>{children}</span>
      ) : (
        <span>
          <span className="vh">{t('common.mended')} </span>
          {children.mended}
        </span>
      )}
    </p>
  );
}

/** Frame around one input: label above, hint, error, then the input. */
export function FieldFrame({
  ids,
  label,
  hint,
  error,
  optional,
  className,
  children,
}: FieldProps & {
  ids: Ids;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={classNames('field', problemClass(error), className)}>
      <label htmlFor={ids.id}>
        {label}
        <Optional word={optional} />
      </label>
      <Hint id={ids.id}>{hint}</Hint>
      <FieldProblem id={ids.id}>{error}</FieldProblem>
      {children}
    </div>
  );
}
