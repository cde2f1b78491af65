import { useId, type ReactNode } from 'react';
import { useText } from '../../app/texts.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../drawings/icon.tsx';

/**
 * What is wrong with a field and how to mend it; or the same words once it is mended. They keep their place until the next try:
 * what moves under a finger makes it touch another answer (D-21, R-70).
 */
export type Problem = string | { mended: string };

/** Whether a field still has to be mended. */
export const isOpen = (problem: Problem | undefined): problem is string =>
  typeof problem === 'string' && problem !== '';

/** The class of a field with a problem. */
export const problemClass = (problem: Problem | undefined): string | undefined =>
  problem ? classNames('bad', !isOpen(problem) && 'mended') : undefined;

/** Props of every field: its name and the texts around it, all in the page's language. */
export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode | undefined;
  /** Empty or missing when the field is right. */
  error?: Problem | undefined;
  /** The field may stay empty; the label says so with this word, such as "(optional)". */
  optional?: string | undefined;
  /** The id of the box. Without it, the field makes one. The error summary leads here. */
  id?: string | undefined;
};

type Ids = { id: string; describedBy: string | undefined };

/** The ids that tie a box to its hint, its error and what `extra` names. */
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

/** The word that a field may stay empty. */
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

/** What is wrong with a field. */
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

/** The frame around one box: label above, hint, error, then the box. */
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
