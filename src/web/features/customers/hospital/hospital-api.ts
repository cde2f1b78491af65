import type { SummaryKind } from '../../../../domain/fhir/summaries/summary-kinds.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';
import { fetchFile, type PlanFile } from '../../../plan-view/pdf/pdf-file.ts';
import { change } from '../actions/actions-api.ts';

const HandOver = graphql(`
  mutation handOver($user_id: ID!, $receiver: String!, $receiver_other: String, $time: String) {
    handOver(user_id: $user_id, receiver: $receiver, receiver_other: $receiver_other, time: $time) {
      id
      user_id
      receiver
      repeated
    }
  }
`);

const Back = graphql(`
  mutation markBack($user_id: ID!) {
    markBack(user_id: $user_id) {
      id
      state
    }
  }
`);

const LookedAgain = graphql(`
  mutation markLookedAgain($user_id: ID!) {
    markLookedAgain(user_id: $user_id) {
      id
      state
    }
  }
`);

/** Records to whom the plan is handed, and that the customer is in hospital (N-14). @throws ApiError */
export const handOver = (request: VariablesOf<typeof HandOver>) => change(HandOver, request);

/** Ends the stay of a customer in hospital. @throws ApiError */
export const markBack = (user_id: string) => change(Back, { user_id });

/** Stores that staff reviewed the plan after a stay. @throws ApiError */
export const markLookedAgain = (user_id: string) => change(LookedAgain, { user_id });

const Stay = graphql(`
  query customerHospital($id: ID!) {
    getCustomer(id: $id) {
      id
      hospital {
        id
        state
        since
        receiver
        receiver_other
        handed_at
        by
      }
    }
  }
`);

export type Hospital = NonNullable<ResultOf<typeof Stay>['getCustomer']['hospital']>;

/** Reads the stay of a customer in hospital. It is read again after each change of a customer. */
export const useHospital = (id: string): Read<Hospital | null> =>
  mapRead(
    useRead(Stay, { id }, { refresh: true, types: ['Hospital', 'Customer', 'CustomerRow'] }),
    ({ getCustomer }) => getCustomer.hospital,
  );

/** Returns the path of the PDF for an ambulance. */
export const handoverPdfPath = (userId: string): string => `/api/customers/${userId}/handover.pdf`;

/** Fetches the plan as a summary for the software of a hospital. @throws ApiError `not-found` without a plan that was signed here */
export const fetchHandoverSummary = (userId: string, kind: SummaryKind): Promise<PlanFile> =>
  fetchFile(`/api/customers/${userId}/handover.fhir.json?as=${kind}`, {
    ...{ type: 'application/fhir+json', name: `${kind}.fhir.json`, missing: 'not-found' },
  });
