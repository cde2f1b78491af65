import { duplicateSigns, type DuplicateSign } from '../../../domain/duplicates/possible-duplicate.ts';
import type { Section } from '../../../domain/questionnaire/reading/present.ts';
import { call } from '../../api/call.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../api/use-read.ts';

/** Pairs a page, as the query has them: the cost of a query with a variable limit counts the most rows there can be. */
export const pairsAPage = 10;

const Pairs = graphql(`
  query possibleDuplicates($set_aside: Boolean, $offset: Int) {
    getPossibleDuplicates(set_aside: $set_aside, offset: $offset, limit: 10) {
      count
      count_is_exact
      data {
        id
        signs
        set_aside_at
        first {
          id
          name
          dob
          customer_id
          room
          provider
        }
        second {
          id
          name
          dob
          customer_id
          room
          provider
        }
      }
    }
  }
`);

export type Pairs = ResultOf<typeof Pairs>['getPossibleDuplicates'];
export type Pair = Pairs['data'][number];
export type RecordLine = Pair['first'];

/** Reads pairs of records that may be of one person, or those marked as two people. */
export const usePairs = (request: VariablesOf<typeof Pairs>): Read<Pairs> =>
  mapRead(
    useRead(Pairs, request, { refresh: true, types: ['KeptPair', 'DuplicateSetAside', 'DuplicatePair'] }),
    ({ getPossibleDuplicates }) => getPossibleDuplicates,
  );

const Comparison = graphql(`
  query compareRecords($first_id: ID!, $second_id: String!) {
    compareRecords(first_id: $first_id, second_id: $second_id) {
      signs
      cards
      set_aside_at
      version
      first {
        id
        name
        dob
        customer_id
        room
        provider
        email
        status
        plan_state
        signed_at
        files
        last_sign_in
        created_at
        contacts {
          name
          agreed
        }
      }
      second {
        id
        name
        dob
        customer_id
        room
        provider
        email
        status
        plan_state
        signed_at
        files
        last_sign_in
        created_at
        contacts {
          name
          agreed
        }
      }
    }
  }
`);

export type Comparison = ResultOf<typeof Comparison>['compareRecords'];
export type ComparedRecord = Comparison['first'];

/** Reads two records side by side. */
export const useComparison = (first_id: string, second_id: string): Read<Comparison> =>
  mapRead(
    useRead(
      Comparison,
      { first_id, second_id },
      { refresh: true, types: ['DuplicateSetAside', 'CustomerRow'] },
    ),
    ({ compareRecords }) => compareRecords,
  );

const Keep = graphql(`
  mutation keepRecord($kept_id: ID!, $archived_id: String!, $seen: String!, $idempotency_key: String) {
    keepRecord(kept_id: $kept_id, archived_id: $archived_id, seen: $seen, idempotency_key: $idempotency_key) {
      id
      kept_id
      archived_id
      linked
    }
  }
`);

const Undo = graphql(`
  mutation undoKeptRecord($archived_id: ID!) {
    undoKeptRecord(archived_id: $archived_id) {
      id
      kept_id
      archived_id
      linked
    }
  }
`);

const SetAside = graphql(`
  mutation setDuplicateAside($first_id: ID!, $second_id: String!, $set_aside: Boolean!) {
    setDuplicateAside(first_id: $first_id, second_id: $second_id, set_aside: $set_aside) {
      id
      set_aside
    }
  }
`);

/** Types that contain customers or counts of them: they are read again after each change. */
const changed = {
  types: [
    'CustomerRow',
    'CustomerPage',
    'Customer',
    'AcpCounts',
    'CustomerViewCount',
    'StaffOverview',
    'RecentActivity',
    'DuplicatePair',
  ],
};

/** Keeps one of two records, and archives the other one (N-13). @throws ApiError */
export const keepRecord = (request: VariablesOf<typeof Keep>) => call(Keep, request, changed);

/** Undoes `keepRecord`. @throws ApiError */
export const undoKeptRecord = (archived_id: string) => call(Undo, { archived_id }, changed);

/** Marks two records as two people, or removes the mark. @throws ApiError */
export const setAside = (request: VariablesOf<typeof SetAside>) => call(SetAside, request, changed);

const OfCustomer = graphql(`
  query customerDuplicates($id: ID!) {
    getCustomer(id: $id) {
      id
      duplicates {
        id
        kept {
          id
          name
          provider
          at
          by
          undo_until
          can_undo
          can_open
        }
        earlier {
          id
          name
          customer_id
          provider
          at
          signed_at
          undo_until
          can_undo
        }
        possible {
          id
          name
          provider
          signs
        }
      }
    }
  }
`);

export type CustomerDuplicates = NonNullable<ResultOf<typeof OfCustomer>['getCustomer']['duplicates']>;
export type EarlierRecord = CustomerDuplicates['earlier'][number];

/** Reads the links of a customer with other records of the person, and those that may be of the same person. */
export const useDuplicatesOf = (id: string): Read<CustomerDuplicates | null> =>
  mapRead(
    useRead(OfCustomer, { id }, { refresh: true, types: ['KeptPair', 'DuplicateSetAside', 'CustomerRow'] }),
    ({ getCustomer }) => getCustomer.duplicates,
  );

const OpenEarlier = graphql(`
  mutation openEarlierRecordPlan($id: ID!, $record_id: String!, $language: Language) {
    openEarlierRecordPlan(id: $id, record_id: $record_id, language: $language) {
      id
      sections
      words_in
      signed_at
    }
  }
`);

/** Opens the plan of an archived record, which is recorded. @throws ApiError */
export async function openEarlierPlan(request: VariablesOf<typeof OpenEarlier>) {
  const { openEarlierRecordPlan } = await call(OpenEarlier, request, { types: ['PlanOpenings'] });
  // The server checks the content of sections.
  return { ...openEarlierRecordPlan, sections: openEarlierRecordPlan.sections as readonly Section[] };
}

/** Returns the path of the plan of an archived record as a PDF. */
export const earlierPdfPath = (id: string, recordId: string): string =>
  `/api/customers/${id}/records/${recordId}/plan.pdf`;

/** Returns the signs that this release knows. */
export const knownSigns = (signs: readonly string[]): DuplicateSign[] =>
  duplicateSigns.filter((sign) => signs.includes(sign));
