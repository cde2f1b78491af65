import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useText } from '../../app/texts.tsx';
import { isOpen, type Problem } from './field-parts.tsx';

/** One thing to mend: the id of the box, and the words. Without an id it is about the whole form. */
export type SummaryItem = { id?: string | undefined; message: Problem };

/** The boxes of a field, or of a group of answers. */
const boxes = 'input, select, textarea, button';

/** The box in a field that takes focus: the answer that is picked, else the first. On another one Space would pick that. */
const boxIn = (field: Element | null) =>
  field?.querySelector<HTMLElement>('input:checked') ?? field?.querySelector<HTMLElement>(boxes);

/**
 * Moves focus into a field: to its box, or to an answer of a group. A page that begins at a field begins at the `start` of it, with
 * its label.
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
 * What is wrong with a form, at its top. It takes focus whenever `turn` changes, that is after each failed try, and so is spoken
 * once; it is no live region, which would speak again with each answer. Each line leads into its field. Without items there
 * is nothing.
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
  const heard = useRef(0);
  const titleId = useId();
  useEffect(() => {
    // The items of a turn may come a moment after it.
    if (turn === heard.current || !element.current) return;
    heard.current = turn;
    element.current.focus();
  });
  if (items.length === 0) return null;
  return (
    <div className="summary-err" role="group" aria-labelledby={titleId} tabIndex={-1} ref={element}>
      <h2 id={titleId}>{t('common.errorSummary', { count: items.length })}</h2>
      <ul>
        {items.map(({ id, message }, index) => (
          <li key={id ?? index} className={isOpen(message) ? undefined : 'mended'}>
            {id ? (
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(id);
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
