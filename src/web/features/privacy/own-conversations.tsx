import { useState } from 'react';
import {
  conversationAnswers,
  type ConversationAnswer,
} from '../../../domain/customers/conversations/conversations.ts';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useAction } from '../../forms/use-action.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { WhatWasSaid } from '../../ui/words/what-was-said.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import {
  answerConversation,
  useOwnConversations,
  type OwnConversations as Found,
} from './own-conversations-api.ts';
import css from './own-conversations.module.css';

/** Number of conversations shown at first and added by each "more"; and the maximum that the server returns at once. */
const pageSize = 5;
const most = 50;
const resetMs = 1_500;

/** Conversations that staff recorded with the person, who says whether each is right (N-07). */
export function OwnConversations() {
  const t = useText();
  const shortDate = useShortDate();
  const [limit, setLimit] = useState(pageSize);
  return (
    <Loaded read={useOwnConversations(limit)}>
      {({ count, data, held_until: heldUntil }) =>
        count === 0 ? (
          <p>{t('conversation.none')}</p>
        ) : (
          <>
            {heldUntil !== null && <p>{t('conversation.mineHeld', { date: shortDate(heldUntil) })}</p>}
            <ol className={css.list} aria-label={t('conversation.mine')}>
              {data.map((conversation) => (
                <Line key={conversation.id} conversation={conversation} />
              ))}
            </ol>
            {count > data.length && limit < most && (
              <Button variant="two" onClick={() => setLimit((now) => Math.min(most, now + pageSize))}>
                {t('conversation.more')}
              </Button>
            )}
          </>
        )
      }
    </Loaded>
  );
}

type Conversation = Found['data'][number];

const words = { right: 'conversation.isRight', not_right: 'conversation.isNotRight' } as const;

function Line({ conversation }: { conversation: Conversation }) {
  const t = useText();
  const shortDate = useShortDate();
  const { id, outcome, held_on: heldOn, next_on: nextOn, by, house, answer } = conversation;
  const [date, how] = [shortDate(heldOn), t(`conversation.outcome.${outcome}`)];
  const names = [by ?? t('conversation.someone'), ...(house === null ? [] : [house])].join(', ');
  const { run, state, problems } = useAction((said: ConversationAnswer) => answerConversation(id, said), {
    fallback: 'error.serverError',
    resetMs,
    onDone: () => showSnackbar(t('conversation.answered')),
  });
  return (
    <li>
      <WhatWasSaid line={t('conversation.line', { date, outcome: how })} answer={answer} />
      <p>
        <OwnWords>{t('conversation.by', { names })}</OwnWords>
      </p>
      {nextOn !== null && <p>{t('conversation.next', { date: shortDate(nextOn) })}</p>}
      {answer !== null && <p>{t(`conversation.youSaid.${answer}`)}</p>}
      <div className={css.buttons}>
        {conversationAnswers
          .filter((each) => each !== answer)
          .map((each) => (
            <Button
              key={each}
              variant={answer === null ? 'two' : 'text'}
              off={state === 'pending'}
              aria-label={t('conversation.which', { answer: t(words[each]), outcome: how, date })}
              onClick={() => void run(each)}
            >
              {t(words[each])}
            </Button>
          ))}
      </div>
      <ProblemList problems={problems} />
    </li>
  );
}
