import { useState } from 'react';
import type { Translate } from '../../../../domain/i18n/texts.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { WhatWasSaid } from '../../../ui/words/what-was-said.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { Part } from '../page/parts/part.tsx';
import { takeBackConversation, useConversations, type Conversations as Found } from './conversations-api.ts';
import css from './conversations.module.css';

/** Number of conversations shown at first and added by each "more"; and the maximum that the server returns at once. */
const pageSize = 5;
const most = 50;

type Of = { id: string; name: string };

/** Conversations of staff with a customer, the newest first (N-07). `onRecord` for staff who may record one. */
export function Conversations({ customer, onRecord }: { customer: Of; onRecord?: (() => void) | undefined }) {
  const t = useText();
  const [limit, setLimit] = useState(pageSize);
  return (
    <Part title={t('conversation.part')}>
      <Loaded read={useConversations(customer.id, limit)}>
        {(conversations) => (
          <>
            <Held until={conversations.held_until} />
            <Lines conversations={conversations} customer={customer} />
            <div className={css.buttons}>
              {onRecord && (
                <Button variant="two" aria-haspopup="dialog" onClick={onRecord}>
                  {t('customers.action.talk')}
                </Button>
              )}
              {conversations.count > conversations.data.length && limit < most && (
                <Button variant="two" onClick={() => setLimit((now) => Math.min(most, now + 10))}>
                  {t('conversation.more')}
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
    </Part>
  );
}

/** Why no reminders are sent, and until when. */
function Held({ until }: { until: string | null }) {
  const t = useText();
  const shortDate = useShortDate();
  if (until === null) return null;
  return (
    <div className={css.held}>
      <Notice>{t('conversation.held', { date: shortDate(until) })}</Notice>
    </div>
  );
}

type Conversation = Found['data'][number];

/** Returns the staff member and the house that recorded a conversation. */
const recordedBy = ({ by, house }: Pick<Conversation, 'by' | 'house'>, t: Translate): string =>
  [by ?? t('conversation.someone'), ...(house === null ? [] : [house])].join(', ');

function Lines({ conversations, customer }: { conversations: Found; customer: Of }) {
  const t = useText();
  const shortDate = useShortDate();
  if (conversations.count === 0) return <p>{t('conversation.none')}</p>;
  return (
    <ol className={css.list}>
      {conversations.data.map((each) => (
        <li key={each.id}>
          <WhatWasSaid
            line={t('conversation.line', {
              date: shortDate(each.held_on),
              outcome: t(`conversation.outcome.${each.outcome}`),
            })}
            answer={each.answer}
          />
          <p>
            <OwnWords>{t('conversation.by', { names: recordedBy(each, t) })}</OwnWords>
          </p>
          {each.next_on !== null && <p>{t('conversation.next', { date: shortDate(each.next_on) })}</p>}
          {each.answer !== null && (
            <p>
              <OwnWords>{t(`conversation.answer.${each.answer}`, { customer: customer.name })}</OwnWords>
            </p>
          )}
          {each.take_back_until !== null && <TakeBack id={each.id} />}
        </li>
      ))}
    </ol>
  );
}

/** Takes back a conversation that the reader has just recorded. */
function TakeBack({ id }: { id: string }) {
  const t = useText();
  const { run, state, problems } = useAction(() => takeBackConversation(id), {
    fallback: 'error.serverError',
    resetMs: adminResetMs.save,
    onDone: () => showSnackbar(t('conversation.takenBack')),
  });
  return (
    <>
      <Button variant="text" state={state} onClick={() => void run()}>
        {t('conversation.takeBack')}
      </Button>
      <ProblemList problems={problems} />
    </>
  );
}
