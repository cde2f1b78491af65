import { providerFee } from '../../../../domain/billing/provider-fee.ts';
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

/** What a provider pays for, as its form begins. `plan` is the name of its payment plan, which says the price of one. */
export type PaidProvider = { version: number; words: ProviderFeeWords; plan: string | null };

/** What a provider pays for, as it is now. */
export const usePaidProvider = (id: string): Read<PaidProvider> =>
  mapRead(
    useRead(ProviderFeeById, { id }, { fresh: true }),
    ({ getProviderForm: { subscription, version, ...row } }) => ({
      version,
      words: feeWords({ ...row, plan_fee: subscription?.fee ?? null }),
      plan: subscription?.name ?? null,
    }),
  );

/** How many are counted, what one costs and all of them together, in cents; null while one of the two is not written. */
export function sumOf({ count, price }: ProviderFeeWords) {
  const [number, each] = [readCount(count), readDollars(price)];
  return number === null || each === null ? null : { number, each, fee: providerFee(number, each) };
}

/** Keeps what a provider pays for (API-43). @throws ApiError, `conflict` when another person saved meanwhile */
export async function changeFee(id: string, words: ProviderFeeWords, version: number): Promise<void> {
  const { number, fee } = sumOf(words) ?? { number: 0, fee: 0 };
  const counted =
    words.counted_by === 'beds'
      ? { no_of_beds: number, no_of_customers: null }
      : { no_of_beds: null, no_of_customers: number };
  await call(ChangeFee, { id, version, ...counted, fee }, { types: ['Provider', 'ProviderForm'] });
}
