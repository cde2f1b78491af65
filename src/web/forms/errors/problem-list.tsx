import type { FieldError } from '../../../domain/errors.ts';
import { useText } from '../../app/texts.tsx';
import { messageOf } from './messages.ts';

/** Errors beside a button whose action failed, also announced to screen readers. Empty without errors. */
export function ProblemList({
  problems,
  className,
}: {
  problems: readonly FieldError[];
  className?: string | undefined;
}) {
  const t = useText();
  return (
    <div role="alert" className={className}>
      {problems.map((problem) => (
        <p key={problem.message} className="err">
          {messageOf(t, problem)}
        </p>
      ))}
    </div>
  );
}
