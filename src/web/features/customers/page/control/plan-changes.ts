import { call } from '../../../../api/call.ts';
import type { ApiError } from '../../../../api/errors.ts';
import { graphql, type VariablesOf } from '../../../../api/graphql.ts';

const Lock = graphql(`
  mutation lockCustomer($id: ID!, $locked: Boolean!, $version: Int!) {
    lockCustomer(id: $id, locked: $locked, version: $version) {
      id
    }
  }
`);

const External = graphql(`
  mutation externalCustomer($id: ID!, $external: Boolean!, $version: Int!) {
    externalCustomer(id: $id, external: $external, version: $version) {
      id
    }
  }
`);

const RollBack = graphql(`
  mutation rollbackACP($id: ID!, $plan_version: Int!, $version: Int!) {
    rollbackACP(id: $id, plan_version: $plan_version, version: $version) {
      id
    }
  }
`);

const RemoveDocument = graphql(`
  mutation removeEndOfLifeDocument($user_id: ID!, $key: String!, $version: Int) {
    removeEndOfLifeDocument(user_id: $user_id, key: $key, version: $version) {
      id
    }
  }
`);

const ReviewFiles = graphql(`
  mutation reviewFiles($user_id: ID!, $file_ids: [ID!]!) {
    reviewFiles(user_id: $user_id, file_ids: $file_ids) {
      id
    }
  }
`);

/** Types of other pages that a change of a plan makes out of date. */
export const planTypes = [
  'Customer',
  'CustomerRow',
  'CustomerPage',
  'AcpCounts',
  'StaffOverview',
  'RecentActivity',
];

/** Locks or unlocks a plan in the state that the caller saw: `version` counts its saves (LOCK-02). @throws ApiError */
export const lockPlan = (request: VariablesOf<typeof Lock>) => call(Lock, request, { types: planTypes });

/** Marks a plan as external, or removes the mark (LOCK-03). @throws ApiError */
export const markExternal = (request: VariablesOf<typeof External>) =>
  call(External, request, { types: planTypes });

/** Restores an earlier signed state (LOCK-01). @throws ApiError */
export const rollBack = (request: VariablesOf<typeof RollBack>) =>
  call(RollBack, request, { types: planTypes });

/** Removes an end-of-life document (LOCK-04). @throws ApiError */
export const removeDocument = (request: VariablesOf<typeof RemoveDocument>) =>
  call(RemoveDocument, request, { types: planTypes });

/** Marks papers as checked. @throws ApiError */
export const reviewFiles = (request: VariablesOf<typeof ReviewFiles>) =>
  call(ReviewFiles, request, { types: planTypes });

/** Text and action of a dialog when another staff member has changed the customer since they were read. */
export const changedMeanwhile = (onStale: () => void) => ({
  texts: {
    conflict: 'error.planAdmin.changed' as const,
    locked: 'error.planAdmin.greyedLocked' as const,
    'not-found': 'error.planAdmin.changed' as const,
  },
  onFailed({ code }: ApiError) {
    if (code === 'conflict' || code === 'locked' || code === 'not-found') onStale();
  },
});
