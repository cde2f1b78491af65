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

/** A line with the person's own words in place of {text}. */
export type OwnWordsLine = {
  line: TextKeyWith<'text'>;
  onBehalfLine?: TextKeyWith<'text' | VoiceName>;
};

/**
 * One question. `number` is the number that people see (1 to 26). `required` is the text for a missing answer; a question without
 * it is optional. With `when` it only applies under a condition. `why` is the text with the reason for the question.
 */
export type Question = {
  key: AnswerKey;
  kind: Kind;
  section: SectionId;
  title: PlainTextKey;
  onBehalfTitle?: VoicedTextKey;
  number?: number;
  options?: readonly Option[];
  /** Number of options beside each other if there is space; without it they are below each other. */
  columns?: 2 | 3;
  note?: NoteKey;
  noteHint?: PlainTextKey;
  when?: Condition;
  required?: TextKeyWith<'n'>;
  why?: PlainTextKey;
  /** Title of its row, if a reader of the plan sees a statement instead of the question. */
  rowTitle?: PlainTextKey;
  onBehalfRowTitle?: VoicedTextKey;
  /** Key of its row, if it differs from the key of the question. */
  rowKey?: string;
  /** Wording of its row, if it does not follow from its kind and options. */
  wording?: Wording;
  /** The answer has no row of its own: it is part of the row of this question, which has a `wording`. */
  mergedInto?: AnswerKey;
  /** The answer has no row of its own: it is the person's own words for the option in `when`, in that option's line. */
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
  /** Its page has its own layout: a follow-up question would not appear on it. */
  ownLayout?: true;
  maySkip?: true;
  hideForProviderCustomers?: true;
};
