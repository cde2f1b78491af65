import { staffVisitList } from '../../../domain/lists/definitions/staff-visits.ts';
import type { ListRequest } from '../../../domain/lists/request.ts';
import { useEffect } from 'react';
import { exportStatuses, type OpeningKind } from '../../../domain/account-lists.ts';
import type { ConsentDocument } from '../../../domain/accounts/consents/consents.ts';
import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapFound, mapRead, useRead, type Read } from '../../api/use-read.ts';
import { useListRead } from '../../lists/use-list-read.ts';

const OwnConsents = graphql(`
  query ownConsents {
    currentUser {
      id
      consents {
        document
        version
        agreed_at
      }
    }
  }
`);

/** The person's agreements with their times; without a version they did not agree. */
export type OwnConsent = { document: ConsentDocument; version: string | null; agreed_at: string | null };

/** Reads the person's agreements. */
export function useOwnConsents(): Read<readonly OwnConsent[]> {
  return mapFound(useRead(OwnConsents, {}), ({ currentUser }) => currentUser?.consents);
}

const PlanOpenings = graphql(`
  query planOpenings($before: String) {
    planOpenings(before: $before) {
      more
      data {
        id
        at
        kind
        name
        receiver
        provider
      }
    }
  }
`);

/** One opening of the plan by a person other than the owner. */
export type Opening = {
  id: string;
  at: string;
  kind: OpeningKind;
  name: string | null;
  /** To whom staff handed the plan. */
  receiver: string | null;
  /** The provider of a clinical system. */
  provider: string | null;
};

type OpeningPage = { more: boolean; data: readonly Opening[] };

/** Reads ten openings before the one with this id, newest first; null: the newest. */
export function useAccessLog(before: string | null): Read<OpeningPage> {
  return mapRead(useRead(PlanOpenings, { before }, { refresh: true }), ({ planOpenings }) => planOpenings);
}

const StaffVisitPage = graphql(`
  query staffVisits($offset: Int, $limit: Int) {
    staffVisits(offset: $offset, limit: $limit) {
      count
      count_is_exact
      data {
        id
        started_at
        ended_at
        staff
        organisation
        reason
        fields
        together
        place
        signed_versions
      }
    }
  }
`);

/** A page of staff visits in the account. */
export type VisitPage = ResultOf<typeof StaffVisitPage>['staffVisits'];

/** Reads the staff visits in the account, newest first. */
export function useStaffVisits(request: ListRequest<typeof staffVisitList>): Read<VisitPage> {
  return mapRead(useListRead(staffVisitList, request, StaffVisitPage), (data) => data.staffVisits);
}

const DataExports = graphql(`
  query dataExports {
    dataExports {
      id
      status
      requested_at
      expires_at
    }
  }
`);

/** A copy of all data that the person requested. */
export type DataExport = {
  id: string;
  status: (typeof exportStatuses)[number];
  requested_at: string;
  expires_at: string | null;
};

/** Polling interval while a copy is being prepared, in milliseconds. */
const askAgainMs = 3_000;

/** Reads the newest copy that the person requested; null for none. Polls until it is ready. */
export function useDataExport(): Read<DataExport | null> {
  // While there is none, the response contains no type by which a later mutation could update it.
  const read = mapRead(
    useRead(DataExports, {}, { refresh: true, types: ['DataExport'] }),
    ({ dataExports: [newest] }): DataExport | null => newest ?? null,
  );
  const { retry } = read;
  const waiting = read.data?.status === 'waiting';
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(retry, askAgainMs);
    return () => clearInterval(timer);
  }, [waiting, retry]);
  return read;
}

const RequestDataExport = graphql(`
  mutation requestDataExport($password: String!) {
    requestDataExport(password: $password) {
      id
      status
    }
  }
`);

const RequestDeletion = graphql(`
  mutation requestDeletion($confirm: String!, $password: String!) {
    requestDeletion(confirm: $confirm, password: $password) {
      id
      delete_on
    }
  }
`);

const KeepAccount = graphql(`
  mutation keepAccount {
    keepAccount {
      id
      delete_on
    }
  }
`);

/** Requests a copy. @throws ApiError */
export const askForExport = (password: string) => call(RequestDataExport, { password });

/** Requests the deletion of the account. @throws ApiError */
export const askForDeletion = (request: { confirm: string; password: string }) =>
  call(RequestDeletion, request);

/** Cancels the request for deletion. @throws ApiError */
export const keepAccount = () => call(KeepAccount, {});
