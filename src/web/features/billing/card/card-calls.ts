import type { ResultOf } from '../../../api/graphql.ts';
import { addCard, confirmCard, removeCard, type AddCard } from '../billing-api.ts';

/** State of saving a card: saved, refused, or waiting for the bank. */
export type CardStep = ResultOf<typeof AddCard>['stripeAddCard'];

/** Calls that change the saved card of a person or a provider. They throw ApiError. */
export type CardCalls = {
  /** Saves a card in place of the previous one. A repeated call has the same key. */
  add: (cardToken: string, idempotencyKey: string) => Promise<CardStep>;
  /** Returns whether the card is saved, after the bank's page. */
  confirm: (clientSecret: string) => Promise<CardStep>;
  remove: () => Promise<unknown>;
};

/** Calls for the card of the signed-in person. */
export const ownCard: CardCalls = { add: addCard, confirm: confirmCard, remove: removeCard };
