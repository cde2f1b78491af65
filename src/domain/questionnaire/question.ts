import type { TextKey } from '../i18n/texts.ts';
import type { AnswerKey, NoteKey, StepId } from './answers.ts';
import type { Kind } from './kinds.ts';
import type { Option } from './options.ts';

/** The question applies only while the answer under `key` is, or contains, the stored value `value`. */
export type Condition = { key: AnswerKey; value: string };

/** Where the answer stands on the review page, in the plan and in the PDF. */
export type SectionId =
  | 'about'
  | 'qualityOfLife'
  | 'health'
  | 'cpr'
  | 'treatments'
  | 'dying'
  | 'else'
  | 'signature';

/**
 * One question. `number` is the number people see (1 to 26). `required` is the text shown when the answer is
 * missing; a question without it may stay empty. `when` makes it apply only under a condition.
 */
export type Question = {
  key: AnswerKey;
  kind: Kind;
  section: SectionId;
  title: TextKey;
  onBehalfTitle?: TextKey;
  number?: number;
  options?: readonly Option[];
  note?: NoteKey;
  when?: Condition;
  required?: TextKey;
};

/** Questions of one step under a shared heading. */
export type Group = { id: string; title: TextKey; keys: readonly AnswerKey[] };

export type Step = {
  id: StepId;
  name: TextKey;
  questions: readonly Question[];
  groups?: readonly Group[];
  maySkip?: true;
  hideForProviderCustomers?: true;
};
