import type { PlainTextKey, TextKeyWith, VoicedTextKey, VoiceName } from '../../i18n/texts.ts';
import type { AnswerKey, NoteKey, StepId } from '../answers.ts';
import type { Kind } from './kinds.ts';
import type { Option } from './options.ts';

/**
 * The question applies only while the answer under `key` is, or contains, the stored value `value`. It is a follow-up of that
 * question, and its input is shown below that question's options.
 */
export type Condition = { key: AnswerKey; value: string };

/** Section of the answer on the review page, in the plan and in the PDF. */
export type SectionId =
  | 'about'
  | 'qualityOfLife'
  | 'health'
  | 'cpr'
  | 'treatments'
  | 'dying'
  | 'else'
  | 'signature';

/** A line that holds the person's own words in the place of {text}. */
export type OwnWordsLine = {
  line: TextKeyWith<'text'>;
  onBehalfLine?: TextKeyWith<'text' | VoiceName>;
};

/**
 * One question. `number` is the number people see (1 to 26). `required` is the text shown when the answer is
 * missing; a question without it may stay empty. `when` makes it apply only under a condition. `why` is the
 * text that says why it is asked.
 */
export type Question = {
  key: AnswerKey;
  kind: Kind;
  section: SectionId;
  title: PlainTextKey;
  onBehalfTitle?: VoicedTextKey;
  number?: number;
  options?: readonly Option[];
  /** How many options stand side by side where there is room; one below the other without it. */
  columns?: 2 | 3;
  note?: NoteKey;
  noteHint?: PlainTextKey;
  when?: Condition;
  required?: TextKeyWith<'n'>;
  why?: PlainTextKey;
  /** The title of its row, where a reader of the plan gets a statement in place of the question. */
  rowTitle?: PlainTextKey;
  onBehalfRowTitle?: VoicedTextKey;
  /** The key of its row, where that is not the key of the question. */
  rowKey?: string;
  /** How its row is worded, where that does not follow from its kind and options. */
  wording?: Wording;
  /** The answer has no row of its own: it is part of the row of this question, which has a `wording`. */
  mergedInto?: AnswerKey;
  /** The answer has no row of its own: it is the person's own words for the option of `when`, and in its line. */
  ownWords?: OwnWordsLine;
};

/** `fullName`: both names as one. `refusals`: two sentences, what is refused and what is not (D-03). */
export type Wording = 'fullName' | 'refusals';

/** Questions of one step under a shared heading. */
export type Group = { id: string; title: PlainTextKey; keys: readonly AnswerKey[] };

export type Step = {
  id: StepId;
  name: PlainTextKey;
  questions: readonly Question[];
  groups?: readonly Group[];
  /** Its page has a layout of its own: a follow-up question would not appear on it. */
  ownLayout?: true;
  maySkip?: true;
  hideForProviderCustomers?: true;
};
