import { useCallback, useEffect, useState } from 'react';
import type { ResultOf } from 'gql.tada';
import { nightStates, partProblems, partStates, statusParts } from '../../../domain/status/status.ts';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { graphql } from '../../api/graphql.ts';
import { oneOf } from '../../api/one-of.ts';
import type { Read } from '../../api/use-read.ts';

const SystemStatus = graphql(`
  query systemStatus {
    systemStatus {
      at
      parts {
        name
        state
        problem
        since
        last_success
      }
      queues {
        name
        waiting
        given_up
        oldest_seconds
      }
      nightly {
        name
        state
        last_run
        failed_at
      }
      audit {
        broken_chains
      }
    }
  }
`);

/** Milliseconds between two reads. */
const everyMs = 30_000;

/** Reads the status. It never comes from the cache. @throws ApiError */
async function findStatus(unattended: boolean) {
  const { systemStatus } = await call(SystemStatus, {}, { unattended });
  return withNames(systemStatus);
}

function withNames({ parts, nightly, ...rest }: ResultOf<typeof SystemStatus>['systemStatus']) {
  return {
    ...rest,
    parts: parts.map((part) => ({
      ...part,
      name: oneOf(statusParts, part.name),
      state: oneOf(partStates, part.state),
      problem: part.problem === null ? null : oneOf(partProblems, part.problem),
    })),
    nightly: nightly?.map((night) => ({ ...night, state: oneOf(nightStates, night.state) })) ?? null,
  };
}

export type Status = Awaited<ReturnType<typeof findStatus>>;
export type Part = Status['parts'][number];

/**
 * Reads the status, and again every 30 seconds while `isOn` and the page is visible. Data is kept if a later read fails. These
 * reads do not count as use of the session (D-13).
 */
export function useSystemStatus(isOn: boolean): Read<Status> {
  const [known, setKnown] = useState<{ data?: Status; failed?: ApiError }>({});
  const read = useCallback(
    (unattended: boolean) =>
      findStatus(unattended).then(
        (data) => setKnown({ data }),
        (error: unknown) => {
          const failed = error instanceof ApiError ? error : new ApiError('general_error');
          setKnown(({ data }) => ({ ...(data && { data }), failed }));
        },
      ),
    [],
  );
  const [refreshing, setRefreshing] = useState(false);
  const retry = useCallback(() => {
    setRefreshing(true);
    void read(false).finally(() => setRefreshing(false));
  }, [read]);
  useEffect(() => void read(false), [read]);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void read(true);
    }, everyMs);
    return () => clearInterval(timer);
  }, [isOn, read]);
  const { data, failed } = known;
  return {
    ...{ data, failed, loading: data === undefined && failed === undefined },
    refreshing,
    retry,
  };
}
