import type { CheckedAction } from '../../../../domain/customers/actions/chosen.ts';
import { argumentsOf } from '../../../../domain/lists/query.ts';
import { customerList } from '../../../../domain/lists/definitions/customers.ts';
import type { ListRequest } from '../../../../domain/lists/request.ts';
import type { TextKey, TextParams } from '../../../../domain/i18n/texts.ts';
import { bodyOf, call, request } from '../../../api/call.ts';
import { fetchOptions } from '../../../api/client.ts';
import { restError } from '../../../api/errors.ts';
import { graphql } from '../../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';
import { saveFile } from '../../../plan-view/pdf/pdf-file.ts';
import { change } from '../actions/actions-api.ts';
import type { ActionCustomer } from '../staff.ts';
import type { Answered, ManyAction, NotDone } from './many-result.ts';

const Chosen = graphql(`
  query getChosenCustomers(
    $search: String
    $provider_id: String
    $view: String
    $status: String
    $order_by: String
  ) {
    getChosenCustomers(
      search: $search
      provider_id: $provider_id
      view: $view
      status: $status
      order_by: $order_by
    ) {
      more
      customers {
        id
        first_name
        last_name
        email
        provider_id
        provider
        customer_status
        placeholder_email
        designated_email
        removal_on
        is_duplicate
      }
    }
  }
`);

/** Reads all customers of a view and its filters, up to the number that can be chosen. @throws ApiError */
export async function readChosen(
  asked: ListRequest<typeof customerList>,
): Promise<{ rows: ActionCustomer[]; more: boolean }> {
  const { offset: _, limit: __, ...filters } = argumentsOf(customerList, asked);
  const { getChosenCustomers } = await call(Chosen, filters);
  const unread = { customer_id: null, room: null, last_reminder: null, integrations: [] };
  return {
    rows: getChosenCustomers.customers.map((row) => ({ ...row, ...unread })),
    more: getChosenCustomers.more,
  };
}

const Check = graphql(`
  query checkChosenCustomers($ids: [ID!]!, $action: String!) {
    checkChosenCustomers(ids: $ids, action: $action) {
      done
      refused {
        id
        message
        params
      }
    }
  }
`);

type Refused = readonly { id: string; message: string; params: unknown }[];

const notDone = (refused: Refused): NotDone[] =>
  refused.map(({ id, message, params }) => ({
    id,
    message: message as TextKey,
    params: params as TextParams | null,
  }));

/** For whom an action would be done now, and for whom not. */
export type Checked = { done: readonly string[]; refused: readonly NotDone[] };

/** Reads for whom an action would be done now. */
export const useCheck = (ids: readonly string[], action: CheckedAction): Read<Checked> =>
  mapRead(useRead(Check, { ids: [...ids], action }, { fresh: true }), ({ checkChosenCustomers }) => ({
    done: checkChosenCustomers.done,
    refused: notDone(checkChosenCustomers.refused),
  }));

const Remind = graphql(`
  mutation sendReminders($ids: [ID!]!, $idempotency_key: String) {
    sendReminders(ids: $ids, idempotency_key: $idempotency_key) {
      sent
      refused {
        id
        message
        params
      }
    }
  }
`);

const Archive = graphql(`
  mutation archiveCustomers($ids: [ID!]!, $seen: [String!], $idempotency_key: String) {
    archiveCustomers(ids: $ids, seen: $seen, idempotency_key: $idempotency_key) {
      done
      undo_until
      refused {
        id
        message
        params
      }
    }
  }
`);

const Move = graphql(`
  mutation moveEachCustomer($ids: [ID!]!, $provider_id: ID!, $seen: [ID!], $idempotency_key: String) {
    moveEachCustomer(ids: $ids, provider_id: $provider_id, seen: $seen, idempotency_key: $idempotency_key) {
      done
      moves
      undo_until
      refused {
        id
        message
        params
      }
    }
  }
`);

const selves = (ids: readonly string[]) => ids.map((id) => ({ id, undo: id }));
const idsOf = (rows: readonly ActionCustomer[]) => rows.map(({ id }) => id);

/** Sends several invitations again. @throws ApiError */
export async function remindBatch(
  rows: readonly ActionCustomer[],
  idempotency_key: string,
): Promise<Answered> {
  const { sendReminders } = await change(Remind, { ids: idsOf(rows), idempotency_key });
  return { done: selves(sendReminders.sent), refused: notDone(sendReminders.refused), undoUntil: null };
}

/** Archives several customers as they were seen. @throws ApiError */
export async function archiveBatch(
  rows: readonly ActionCustomer[],
  idempotency_key: string,
): Promise<Answered> {
  const seen = rows.map(({ customer_status }) => customer_status);
  const { archiveCustomers } = await change(Archive, { ids: idsOf(rows), seen, idempotency_key });
  const { done, refused, undo_until } = archiveCustomers;
  return { done: selves(done), refused: notDone(refused), undoUntil: undo_until };
}

/** Moves several customers from the houses in which they were seen. @throws ApiError */
export async function moveBatch(
  rows: readonly ActionCustomer[],
  house: { id: string; name: string },
  idempotency_key: string,
): Promise<Answered> {
  const seen = rows.map(({ provider_id }) => provider_id ?? '');
  const asked = { ids: idsOf(rows), provider_id: house.id, seen, idempotency_key };
  const { moveEachCustomer } = await change(Move, asked);
  const { done, moves, refused, undo_until } = moveEachCustomer;
  return {
    done: done.map((id, at) => ({ id, undo: moves[at] ?? '' })),
    refused: notDone(refused),
    undoUntil: undo_until,
    to: house.name,
  };
}

const UndoArchives = graphql(`
  mutation undoCustomerArchives($ids: [ID!]!, $idempotency_key: String) {
    undoCustomerArchives(ids: $ids, idempotency_key: $idempotency_key) {
      done
      refused {
        id
        message
        params
      }
    }
  }
`);

const UndoMoves = graphql(`
  mutation undoCustomerMoves($ids: [ID!]!, $idempotency_key: String) {
    undoCustomerMoves(ids: $ids, idempotency_key: $idempotency_key) {
      done
      refused {
        id
        message
        params
      }
    }
  }
`);

/** Undoes an action for some of its customers, by the ids in `undo`. @throws ApiError */
export async function undoBatch(
  action: ManyAction,
  ids: string[],
  idempotency_key: string,
): Promise<Checked> {
  const answered =
    action === 'move'
      ? (await change(UndoMoves, { ids, idempotency_key })).undoCustomerMoves
      : (await change(UndoArchives, { ids, idempotency_key })).undoCustomerArchives;
  return { done: answered.done, refused: notDone(answered.refused) };
}

/** Downloads some customers as a file. @throws ApiError */
export async function exportChosen(ids: readonly string[], format: 'csv' | 'xlsx'): Promise<void> {
  const init = {
    ...fetchOptions({ 'content-type': 'application/json' }),
    method: 'POST',
    body: JSON.stringify({ ids }),
  };
  const response = await request(`/api/lists/chosen-customers.${format}`, init);
  if (!response.ok) throw restError(response, await bodyOf(response));
  saveFile({ content: await response.blob(), name: `${customerList.name}.${format}` });
}
