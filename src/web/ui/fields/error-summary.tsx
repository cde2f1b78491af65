import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useText } from '../../app/texts.tsx';
import { isOpen, type Problem } from './field-parts.tsx';

/** One error: the id of the input, and the message. Without an id it is about the whole form. */
export type SummaryItem = {
  id?: string | undefined;
  message: Problem;
  /** Called instead of moving focus if the input is not on the page. */
  onMissing?: (() => void) | undefined;
};

/** Inputs of a field, or of a group of answers. */
const boxes = 'input, select, textarea, button';

/** Returns the input of a field that takes focus: the picked answer, else the first. On another answer, Space would pick it. */
const boxIn = (field: Element | null) =>
  field?.querySelector<HTMLElement>('input:checked') ?? field?.querySelector<HTMLElement>(boxes);

/**
 * Moves focus into a field: to its input, or to an answer of a group. A page that begins at a field scrolls to the `start` of it,
 * with its label.
 */
export function focusField(id: string, block: 'center' | 'start' = 'center'): void {
  const element = document.getElementById(id);
  const box = element?.matches(boxes) ? element : boxIn(element);
  const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const atOnce = reduced || block === 'start';
  const shown = block === 'start' ? element?.closest('.q, .field') : element;
  shown?.scrollIntoView({ block, behavior: atOnce ? 'instant' : 'smooth' });
  box?.focus({ preventScroll: true });
}

/**
 * Errors of a form, at its top. It takes focus whenever `turn` changes, that is after each failed try, so screen readers read it
 * once. It is no live region, because that would be read again with each answer. Each line links to its field. Renders
 * nothing without items.
 */
export function ErrorSummary({
  items,
  turn,
  children,
}: {
  items: readonly SummaryItem[];
  turn: number;
  children?: ReactNode | undefined;
}) {
  const t = useText();
  const element = useRef<HTMLDivElement>(null);
  const announcedCount = useRef(0);
  const titleId = useId();
  useEffect(() => {
    // The items of a turn may arrive later than the turn.
    if (turn === announcedCount.current || !element.current) return;
    announcedCount.current = turn;
    element.current.focus();
  });
  if (items.length === 0) return null;
  return (
    <div className="summary-err" role="group" aria-labelledby={titleId} tabIndex={-1} ref={element}>
      <h2 id={titleId}>{t('common.errorSummary', { count: items.length })}</h2>
      <ul>
        {items.map(({ id, message, onMissing }, index) => (
          <li key={id ?? index} className={isOpen(message) ? undefined : 'mended'}>
            {id ? (
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  if (onMissing && !document.getElementById(id)) onMissing();
                  else focusField(id);
                }}
              >
                <Words problem={message} />
              </a>
            ) : (
              <p className="err">
                <Words problem={message} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

function Words({ problem }: { problem: Problem }) {
  const t = useText();
  if (isOpen(problem) || typeof problem === 'string') return problem;
  return (
    <>
      <span className="vh">{t('common.mended')} </span>
      {problem.mended}
    </>
  );
}
