import type { ReactNode } from 'react';
import {
  inVoice,
  lineKindOf,
  type Row,
  type Section,
} from '../../../../domain/questionnaire/reading/present.ts';
import css from './care-plan.module.css';
import { Note } from '../note.tsx';
import { AnswerLine, NoteMark, RowTitle, SectionTitle, TypedMark } from './answers-in-both.tsx';
import { InBoth } from './paper-twin.tsx';
import type { PlanWording } from '../../../plan-view/plan-wording.ts';

/** Heading of a part, which the list of contents links to. */
export function SectionHeading({ children }: { children: ReactNode }) {
  return <h2 tabIndex={-1}>{children}</h2>;
}

/** One part of the plan: its questions with their numbers, the answers, and the notes. */
export function PlanSection({ section, wording }: { section: Section; wording: PlanWording }) {
  const { id, title, rows } = section;
  return (
    <section id={`part-${id}`}>
      <SectionHeading>
        <SectionTitle id={id} title={title} />
      </SectionHeading>
      {id === 'health' && (
        <>
          <p className={`quiet ${css.say}`}>
            <InBoth twin={(twin) => whatItDoes(twin.wording)}>{whatItDoes(wording)}</InBoth>
          </p>
          <p className="quiet">
            <InBoth twin={(twin) => healthIntro(twin.wording)}>{healthIntro(wording)}</InBoth>
          </p>
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

const whatItDoes = (wording: PlanWording): string =>
  inVoice(wording, 'pdf.health.whatItDoes', 'pdf.onBehalf.health.whatItDoes');

const healthIntro = (wording: PlanWording): string =>
  inVoice(wording, 'pdf.health.intro', 'pdf.onBehalf.health.intro');

function PlanRow({ row, wording }: { row: Row; wording: PlanWording }) {
  const { key, number, note } = row;
  const { t, definition } = wording;
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
          <RowTitle row={row} />
        </span>
      </dt>
      {/* A person's own text is shown as it was written, not in bold. */}
      <dd className={kind === 'ownText' ? css.free : undefined}>
        <Lines row={row} apart={kind === 'sentences'} />
        <TypedMark row={row} wording={wording} />
        {note !== undefined && <Note>{note}</Note>}
        {note !== undefined && <NoteMark note={note} wording={wording} />}
      </dd>
    </div>
  );
}

/** Lines of an answer. Several lines are a list, except with `apart`: independent sentences, the first in bold. */
export function Lines({ row, apart = false }: { row: Row; apart?: boolean }) {
  const { lines } = row;
  if (lines.length === 1 || apart) {
    return lines.map((line, index) => (
      <p key={line} className={index > 0 ? css.after : undefined}>
        <AnswerLine row={row} index={index} />
      </p>
    ));
  }
  return (
    <ul className={css.lines}>
      {lines.map((line, index) => (
        <li key={line}>
          <AnswerLine row={row} index={index} />
        </li>
      ))}
    </ul>
  );
}
