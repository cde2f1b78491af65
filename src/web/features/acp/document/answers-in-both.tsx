import {
  markedLine,
  namesIn,
  noteTitle,
  typedAnswer,
  writtenMark,
} from '../../../../domain/questionnaire/reading/own-words.ts';
import type { Row } from '../../../../domain/questionnaire/reading/present.ts';
import type { PlanWording } from '../../../plan-view/plan-wording.ts';
import { OwnWords, PlanTitle } from '../../../ui/words/own-words.tsx';
import css from './care-plan.module.css';
import { withDocumentWords } from './document-wording.ts';
import { InBoth, usePaperTwin, WithOther, type PaperTwin } from './paper-twin.tsx';

const rowIn = ({ answers }: PaperTwin, key: string): Row | undefined =>
  answers?.sections.flatMap(({ rows }) => rows).find((row) => row.key === key);

/** The title of a section of a plan. */
export function SectionTitle({ id, title }: { id: string; title: string }) {
  const twin = usePaperTwin();
  const other = twin?.answers?.sections.find((section) => section.id === id);
  return (
    <WithOther language={twin?.answers?.language} words={other?.title}>
      <PlanTitle>{title}</PlanTitle>
    </WithOther>
  );
}

/** Title of the question that an answer belongs to. */
export function RowTitle({ row: { key, title } }: { row: Row }) {
  const twin = usePaperTwin();
  return (
    <WithOther language={twin?.answers?.language} words={twin ? rowIn(twin, key)?.title : undefined}>
      <PlanTitle>{title}</PlanTitle>
    </WithOther>
  );
}

/** The texts of the marks in English, in every language of the page. */
const english = withDocumentWords('en', (key: string, _?: unknown) => key);

/**
 * Line of an answer. On paper in both languages, a text that is the same in both, such as a person's own text, is printed once,
 * and an English line says which part is not translated.
 */
export function AnswerLine({ row, index }: { row: Row; index: number }) {
  const twin = usePaperTwin();
  const line = row.lines[index] ?? '';
  const other = twin ? rowIn(twin, row.key)?.lines[index] : undefined;
  const isSame = other === undefined || other === line;
  const marked = (words: string) =>
    twin && !isSame ? markedLine(words, english, namesIn(twin.plan.answers, twin.wording.voice)) : words;
  return (
    <WithOther
      language={twin?.answers?.language}
      words={isSame ? undefined : twin?.answers?.language === 'en' ? marked(other) : other}
    >
      <OwnWords>{twin?.answersOnPage === 'en' ? marked(line) : line}</OwnWords>
    </WithOther>
  );
}

/** On paper in both languages: that the answer which the person typed is in Chinese and not translated (D-37). */
export function TypedMark({ row, wording: { t } }: { row: Row; wording: PlanWording }) {
  const twin = usePaperTwin();
  const typed = twin ? typedAnswer(row, twin.plan.answers) : '';
  const mark = writtenMark(typed, t);
  if (mark === '') return null;
  return (
    <p className={css.after}>
      <InBoth twin={({ wording }) => writtenMark(typed, wording.t)}>{mark}</InBoth>
    </p>
  );
}

/** On paper in both languages: that a note is in Chinese and not translated. */
export function NoteMark({ note, wording: { t } }: { note: string; wording: PlanWording }) {
  const twin = usePaperTwin();
  if (!twin || writtenMark(note, t) === '') return null;
  return (
    <p className={css.after}>
      <InBoth twin={({ wording }) => noteTitle(note, wording.t)}>{noteTitle(note, t)}</InBoth>
    </p>
  );
}

/** On paper in both languages: in which language the plan was signed, or that its answers are kept only in that one. */
export function SignedIn({ wording: { t }, kept }: { wording: PlanWording; kept: 'both' | 'one' }) {
  const twin = usePaperTwin();
  if (!twin || (twin.answers === null) !== (kept === 'one')) return null;
  const key =
    kept === 'one'
      ? (`pdf.oneLanguageOnly.${twin.plan.language}` as const)
      : (`pdf.signedIn.${twin.plan.language}` as const);
  return (
    <p>
      <InBoth twin={({ wording }) => wording.t(key)}>{t(key)}</InBoth>
    </p>
  );
}
