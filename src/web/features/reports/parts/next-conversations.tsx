import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useState } from 'react';
import { conversationOutcomes } from '../../../../domain/customers/conversations/conversations.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { dueWithinDays, residentsRead } from '../../../../domain/reports/conversations.ts';
import { nextConversations } from '../../../../domain/reports/report-lists.ts';
import { readRequest } from '../../../../domain/lists/request.ts';
import { fullName } from '../../../../domain/names.ts';
import { oneOf } from '../../../api/one-of.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { useIsPlatform } from '../../../app/use-is-platform.ts';
import { ListTable, type Column } from '../../../lists/list-table.tsx';
import { Pager } from '../../../lists/pager.tsx';
import type { ListState } from '../../../lists/use-list.ts';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { useNextConversations, type NextConversations as Found, type NextRow } from '../conversations-api.ts';
import { numberWords } from './numbers.tsx';
import { Note, Sentence } from './report-page.tsx';
import css from './reports.module.css';

type NextList = typeof nextConversations;
type NextColumn = Column<NextList, NextRow>;
type Chosen = { providerId: string | null; below: 'without' | null };

const weeks = dueWithinDays / 7;

/** Keeps the page of this list in the address beside that of the houses, as the parameter `next`. */
function useNextList({ providerId, below }: Chosen): ListState<NextList> {
  const { next }: { next?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  return useMemo(() => {
    const { page, ...rest } = readRequest(nextConversations, { page: next });
    const searchOf: ListState<NextList>['searchOf'] = (request) => (before) => ({
      ...before,
      next: request.page === 1 ? undefined : String(request.page),
    });
    return {
      list: nextConversations,
      request: { ...rest, page, filters: { provider_id: providerId, below } },
      searchOf,
      show: (request, { replace = false } = {}) =>
        void navigate({ to: '.', search: searchOf(request), replace, resetScroll: false }),
    };
  }, [navigate, next, providerId, below]);
}

/** The residents whose next conversation is due, the longest overdue first (N-07). */
export function NextConversations(chosen: Chosen) {
  const t = useText();
  const id = useId();
  const state = useNextList(chosen);
  return (
    <section className={css.next} aria-labelledby={id}>
      <h2 id={id}>{t('reports.conversations.next')}</h2>
      <Loaded read={useNextConversations(state.request)}>
        {({ getNextConversations: found }) => <Due state={state} found={found} />}
      </Loaded>
    </section>
  );
}

function Due({ state, found }: { state: ListState<NextList>; found: Found }) {
  const t = useText();
  const { count, overdue, too_many, data } = found;
  const columns = useColumns();
  useFirstPage(state, found);
  if (too_many)
    return <p>{t('reports.conversations.next.tooMany', { count: numberWords(residentsRead, t) })}</p>;
  return (
    <>
      <Sentence>
        {count === 0
          ? t('reports.conversations.next.none', { weeks })
          : t('reports.conversations.next.result', {
              overdue: numberWords(overdue, t),
              coming: numberWords(count - overdue, t),
              weeks,
            })}
      </Sentence>
      {data.length > 0 && (
        <ListTable
          state={state}
          caption={t('reports.conversations.next.caption')}
          columns={columns}
          rows={data}
          keyOf={(row) => row.id}
        />
      )}
      <Pager state={state} total={{ count, isExact: true }} shown={data.length} />
      <Note texts={[t('reports.conversations.next.rule')]} />
    </>
  );
}

/** Shows the first page instead of one that the list does not have, for example after another provider was chosen. */
function useFirstPage({ request, show }: ListState<NextList>, { count, data }: Found): void {
  const isGone = data.length === 0 && request.page > 1 && count > 0;
  useEffect(() => {
    if (isGone) show({ ...request, page: 1 }, { replace: true });
  }, [isGone, request, show]);
}

/** The next day, with "overdue" or "today" in words. */
function NextDay({ day }: { day: string }) {
  const t = useText();
  const shortDate = useShortDate();
  const [today] = useState(() => melbourneDate(new Date()));
  const word = day < today ? 'overdue' : day === today ? 'today' : null;
  return (
    <div className={css.time}>
      <span className="num">{shortDate(day)}</span>
      {word !== null && <small>{t(`reports.conversations.next.${word}`)}</small>}
    </div>
  );
}

function useColumns(): [NextColumn, ...NextColumn[]] {
  const t = useText();
  const shortDate = useShortDate();
  const isPlatform = useIsPlatform();
  return useMemo(() => {
    const none = t('common.noneValue');
    return [
      {
        title: t('reports.conversations.next.resident'),
        cell: ({ id, first_name, last_name, customer_id, room }) => (
          <div className={css.name}>
            <Link
              to={isPlatform ? '/admin/customers/$customerId' : '/provider/customers/$customerId'}
              params={{ customerId: id }}
            >
              <OwnWords>{fullName({ first_name, last_name }) || none}</OwnWords>
            </Link>
            {customer_id !== null && <small>{customer_id}</small>}
            {room !== null && (
              <small>
                <OwnWords>{t('reports.customers.room', { room })}</OwnWords>
              </small>
            )}
          </div>
        ),
      },
      {
        title: t('reports.conversations.col.house'),
        cell: ({ provider }) => (provider === null ? none : <OwnWords>{provider}</OwnWords>),
      },
      { title: t('reports.conversations.next.day'), cell: ({ next_on }) => <NextDay day={next_on} /> },
      {
        title: t('reports.conversations.next.last'),
        cell: ({ held_on, outcome }) =>
          t('conversation.line', {
            date: shortDate(held_on),
            outcome: t(`conversation.outcome.${oneOf(conversationOutcomes, outcome)}`),
          }),
      },
    ];
  }, [t, shortDate, isPlatform]);
}
