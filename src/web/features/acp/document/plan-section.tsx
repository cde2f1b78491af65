import type { ReactNode } from 'react';
import { inVoice, lineKindOf, type Row, type Section } from '../../../../domain/questionnaire/present.ts';
import css from './care-plan.module.css';
import { Note } from '../note.tsx';
import { OwnWords, PlanTitle } from '../../../ui/own-words.tsx';
import type { PlanWording } from '../../../plan-view/plan-wording.ts';

/** The heading of a part, which the list of contents leads to. */
export function SectionHeading({ children }: { children: ReactNode }) {
  return <h2 tabIndex={-1}>{children}</h2>;
}

/** One part of the plan: its questions with their numbers, the answers, and the notes. */
export function PlanSection({ section, wording }: { section: Section; wording: PlanWording }) {
  const { id, title, rows } = section;
  return (
    <section id={`part-${id}`}>
      <SectionHeading>
        <PlanTitle>{title}</PlanTitle>
      </SectionHeading>
      {id === 'health' && (
        <>
          <p className={`quiet ${css.say}`}>
            {inVoice(wording, 'pdf.health.whatItDoes', 'pdf.onBehalf.health.whatItDoes')}
          </p>
          <p className="quiet">{inVoice(wording, 'pdf.health.intro', 'pdf.onBehalf.health.intro')}</p>
        </>
      )}
      <dl>
        {rows.map((row) => (
          <PlanRow key={row.key} row={row} wording={wording} />
        ))}
      </dl>
    </section>
  );
}

function PlanRow({
  row: { key, number, title, lines, note },
  wording: { t, definition },
}: {
  row: Row;
  wording: PlanWording;
}) {
  const kind = lineKindOf(key, definition);
  return (
    <div className={css.row}>
      <dt>
        {number !== undefined && (
          <>
            <span className="num" aria-hidden="true">
              {number}
            </span>
            <span className="vh">{t('carePlan.question', { n: number })} </span>
          </>
        )}
        <span>
          <PlanTitle>{title}</PlanTitle>
        </span>
      </dt>
      {/* A person's own text stands as it was written, not in heavy letters. */}
      <dd className={kind === 'ownText' ? css.free : undefined}>
        <Lines lines={lines} apart={kind === 'sentences'} />
        {note !== undefined && <Note>{note}</Note>}
      </dd>
    </div>
  );
}

/** The lines of an answer. Several make a list, but for `apart`: sentences that stand each for itself, the first heavy. */
export function Lines({ lines, apart = false }: { lines: readonly string[]; apart?: boolean }) {
  if (lines.length === 1 || apart) {
    return lines.map((line, index) => (
      <p key={line} className={index > 0 ? css.after : undefined}>
        <OwnWords>{line}</OwnWords>
      </p>
    ));
  }
  return (
    <ul className={css.lines}>
      {lines.map((line) => (
        <li key={line}>
          <OwnWords>{line}</OwnWords>
        </li>
      ))}
    </ul>
  );
}
