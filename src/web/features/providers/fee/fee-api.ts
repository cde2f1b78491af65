import { providerFee } from '../../../../domain/billing/providers/provider-fee.ts';
import {
  feeWords,
  readCount,
  readDollars,
  type ProviderFeeWords,
} from '../../../../domain/inputs/organisation/provider-fee.ts';
import { call } from '../../../api/call.ts';
import { graphql } from '../../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';

const ProviderFeeById = graphql(`
  query getProviderFee($id: ID!) {
    getProviderForm(id: $id) {
      id
      no_of_beds
      no_of_customers
      fee
      subscription {
        id
        name
        fee
      }
      version
    }
  }
`);

const ChangeFee = graphql(`
  mutation updateProviderFee(
    $id: ID!
    $version: Int
    $no_of_beds: Int
    $no_of_customers: Int
    $fee: Int!
  ) {
    updateProviderFee(
      id: $id
      version: $version
      no_of_beds: $no_of_beds
      no_of_customers: $no_of_customers
      fee: $fee
    ) {
      id
      version
    }
  }
`);

/** First values of the form for what a provider pays. `plan` is the name of its payment plan, which sets the price per unit. */
export type PaidProvider = { version: number; words: ProviderFeeWords; plan: string | null };

/** Reads what a provider pays for, from the server. */
export const usePaidProvider = (id: string): Read<PaidProvider> =>
  mapRead(
    useRead(ProviderFeeById, { id }, { fresh: true }),
    ({ getProviderForm: { subscription, version, ...row } }) => ({
      version,
      words: feeWords({ ...row, plan_fee: subscription?.fee ?? null }),
      plan: subscription?.name ?? null,
    }),
  );

/** Returns the count, the price of one and the total, in cents; null if one of the two is missing. */
export function sumOf({ count, price }: ProviderFeeWords) {
  const [number, each] = [readCount(count), readDollars(price)];
  return number === null || each === null ? null : { number, each, fee: providerFee(number, each) };
}

/** Saves what a provider pays for (API-43). @throws ApiError, `conflict` if another person has saved meanwhile */
export async function changeFee(id: string, words: ProviderFeeWords, version: number): Promise<void> {
  const { number, fee } = sumOf(words) ?? { number: 0, fee: 0 };
  const counted =
    words.counted_by === 'beds'
      ? { no_of_beds: number, no_of_customers: null }
      : { no_of_beds: null, no_of_customers: number };
  await call(ChangeFee, { id, version, ...counted, fee }, { types: ['Provider', 'ProviderForm'] });
}
