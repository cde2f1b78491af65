import type { PlainTextKey, TextKeyWith } from '../i18n/texts.ts';
import type { HealthKey } from '../questionnaire/answers.ts';

/** Topics of the assistant, named as in the source (QBOT-02, QBOT-03). */
export type AssistantState =
  | `loseCapacity_${Extract<HealthKey, 'dontRecognise'>}`
  | 'cprMinimumQualityOfLife'
  | 'step3'
  | 'step4'
  | 'step5'
  | 'step6b'
  | 'step9';

/** Key of a message; one of them has the reader's list as a parameter. */
export type MessageKey = TextKeyWith<'list'>;

/** Content of the assistant at one time: its messages, and the possible replies. */
export type View = { messages: readonly MessageKey[]; replies: readonly Reply[] };

/** A reply in the reader's words, and the next view in the same state; `closed` closes the panel. */
export type Reply = { key: PlainTextKey; leadsTo: ViewId };

/** `start`, `hard`, `helpLines`, or the name of an answer of the state. */
export type ViewId = string;

/** All views of one state. Each state has `start`, `hard` and `helpLines`. */
export type StateScript = Readonly<Record<ViewId, View>>;

/** Help lines, in their order in the text. Each has a text and a telephone number. */
export const helpLines = ['acp', 'lifeline', 'beyondBlue', 'carerGateway', 'opan', 'tis', 'yarn'] as const;

/** Replaces the message about the list while nothing is chosen in question 1. */
export const listMessage: MessageKey = 'assistant.cprMinimumQualityOfLife.start.list';
export const noListMessage: MessageKey = 'assistant.cprMinimumQualityOfLife.start.noList';

/** Last replies of every view, always the same: no state traps a reader, and help lines are one reply away. */
export const sharedReplies: readonly Reply[] = [
  { key: 'assistant.reply.talk', leadsTo: 'helpLines' },
  { key: 'assistant.reply.back', leadsTo: 'start' },
  { key: 'assistant.reply.done', leadsTo: 'closed' },
];

const hardReply: Reply = { key: 'assistant.reply.hard', leadsTo: 'hard' };

const viewsOfEveryState: StateScript = {
  hard: {
    messages: ['assistant.hard.1', 'assistant.hard.2', 'assistant.hard.3'],
    replies: sharedReplies,
  },
  helpLines: {
    messages: [
      'helpLines.intro',
      ...helpLines.map((line): PlainTextKey => `helpLines.${line}.text`),
      'helpLines.gp',
      'helpLines.danger',
    ],
    replies: sharedReplies,
  },
};

/** An answer that the reader can ask for: its name, the number of its messages, and the reply if it has another name. */
type AnswerSpelling = readonly [name: ViewId, messages: number, reply?: string];

/** Builds the views of a state. A test checks that the text keys exist. */
function state(
  name: AssistantState,
  start: readonly string[],
  answers: readonly AnswerSpelling[],
): StateScript {
  const messagesOf = (view: ViewId, parts: readonly (string | number)[]) =>
    parts.map((part) => `assistant.${name}.${view}.${part}` as MessageKey);
  const replies = answers.map(([answer, , reply = answer]): Reply => ({
    key: `assistant.${name}.reply.${reply}` as PlainTextKey,
    leadsTo: answer,
  }));
  const views = answers.map(([answer, count]): [ViewId, View] => [
    answer,
    {
      messages: messagesOf(
        answer,
        Array.from({ length: count }, (_, index) => index + 1),
      ),
      replies: sharedReplies,
    },
  ]);
  return {
    start: { messages: messagesOf('start', start), replies: [...replies, hardReply, ...sharedReplies] },
    ...Object.fromEntries(views),
    ...viewsOfEveryState,
  };
}

/** The complete script: ready answers, the same for everyone. It explains, and comments on no answer (D-23, GAP-39). */
export const script: Readonly<Record<AssistantState, StateScript>> = {
  loseCapacity_dontRecognise: state(
    'loseCapacity_dontRecognise',
    ['1', '2', '3'],
    [
      ['capacity', 3],
      ['who', 2],
      ['how', 2],
      ['note', 2],
    ],
  ),
  cprMinimumQualityOfLife: state(
    'cprMinimumQualityOfLife',
    ['1', 'list', '2'],
    [
      ['minutes', 2],
      ['who', 3],
      ['unknown', 2],
      ['list', 2],
      ['compare', 3],
    ],
  ),
  step3: state(
    'step3',
    ['1'],
    [
      ['what', 2],
      ['use', 2],
      ['many', 2],
      ['begin', 2, 'start'],
    ],
  ),
  step4: state(
    'step4',
    ['1'],
    [
      ['imagine', 2],
      ['words', 3],
      ['unsure', 2],
      ['effect', 2],
      ['already', 1],
    ],
  ),
  step5: state(
    'step5',
    ['1'],
    [
      ['cpr', 2],
      ['works', 2],
      ['noCpr', 3],
      ['two', 3],
      ['refuse', 3],
      ['trial', 2],
      ['ask', 2],
    ],
  ),
  step6b: state(
    'step6b',
    ['1'],
    [
      ['palliative', 2],
      ['sooner', 1],
      ['both', 2],
      ['when', 2],
      ['told', 2],
      ['place', 2],
    ],
  ),
  step9: state(
    'step9',
    ['1'],
    [
      ['sign', 2],
      ['law', 2],
      ['capacity', 2],
      ['pad', 1],
      ['copy', 2],
      ['change', 2],
      ['pushed', 2],
    ],
  ),
};
