import { graphql, type ResultOf } from '../../../../api/graphql.ts';
import { useRead, type Read } from '../../../../api/use-read.ts';
import { change } from '../actions-api.ts';

const Preview = graphql(`
  query previewCustomerMove($ids: [ID!]!, $provider_id: ID!) {
    previewCustomerMove(ids: $ids, provider_id: $provider_id) {
      provider
      from
      organisation
      phone
      payer
      changes
      customers {
        id
        from
        refused
      }
    }
  }
`);

export type MovePreview = ResultOf<typeof Preview>['previewCustomerMove'];

/** Reads what a move to a house would change, and who cannot be moved there; sent once a house is chosen. */
export const useMovePreview = (
  ids: readonly string[],
  houseId: string | null,
): Read<{ previewCustomerMove: MovePreview }> =>
  useRead(Preview, { ids: [...ids], provider_id: houseId ?? '' }, { fresh: true, pause: houseId === null });

const Move = graphql(`
  mutation moveCustomers($ids: [ID!]!, $provider_id: ID!, $seen: [ID!], $idempotency_key: String) {
    moveCustomers(ids: $ids, provider_id: $provider_id, seen: $seen, idempotency_key: $idempotency_key) {
      id
      provider
      moved
    }
  }
`);

type Moving = { ids: string[]; provider_id: string; seen: string[] };

/** Moves customers to another house, all or none. The same idempotency key moves them once. @throws ApiError */
export const moveCustomers = async (moving: Moving, idempotency_key: string) =>
  (await change(Move, { ...moving, idempotency_key })).moveCustomers;

const Undo = graphql(`
  mutation undoCustomerMove($id: ID!, $user_id: ID) {
    undoCustomerMove(id: $id, user_id: $user_id) {
      id
      moved
    }
  }
`);

/** Undoes a move, for all its customers or for one of them. @throws ApiError */
export const undoMove = (id: string, user_id?: string) => change(Undo, { id, user_id: user_id ?? null });
