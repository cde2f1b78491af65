import { useMemo } from 'react';
import { useClient, useQuery, type OperationContext } from 'urql';
import { ApiError, apiError } from '../../api/errors.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';

const PasswordDate = graphql(`
  query passwordDate {
    currentUser {
      id
      password_changed_at
    }
  }
`);

const Sessions = graphql(`
  query sessions {
    sessions {
      id
      device {
        browser
        system
      }
      last_seen_at
      created_at
      current
    }
  }
`);

const EndSession = graphql(`
  mutation endSession($id: ID!, $password: String!) {
    endSession(id: $id, password: $password)
  }
`);

const EndOtherSessions = graphql(`
  mutation endOtherSessions($password: String!) {
    endOtherSessions(password: $password)
  }
`);

const ChangePassword = graphql(`
  mutation changePassword($current: String!, $password: String!) {
    changePassword(current: $current, password: $password)
  }
`);

/** A place where the person is signed in. */
export type SessionItem = ResultOf<typeof Sessions>['sessions'][number];

const changed: Partial<OperationContext> = { additionalTypenames: ['Session'] };

/** When the password was last changed, as an ISO instant. Undefined while nobody knows. */
export function usePasswordDate(): string | undefined {
  const [{ data }] = useQuery({
    query: PasswordDate,
    requestPolicy: 'cache-and-network',
    context: changed,
  });
  return data?.currentUser?.password_changed_at ?? undefined;
}

/** Where the person is signed in: this place first, then the one used last. */
export function useSessions() {
  const [{ data, error }, read] = useQuery({
    query: Sessions,
    requestPolicy: 'cache-and-network',
    context: changed,
  });
  return {
    sessions: data?.sessions,
    failed: error !== undefined && data === undefined,
    readAgain: () => read({ requestPolicy: 'network-only' }),
  };
}

/** What can be done to sessions and the password. Each throws ApiError. */
export function useSessionCalls() {
  const client = useClient();
  return useMemo(() => {
    const done = (error: Parameters<typeof apiError>[0]) => {
      const refusal = apiError(error);
      if (refusal) throw refusal;
    };
    return {
      async end(id: string, password: string): Promise<void> {
        const { error } = await client.mutation(EndSession, { id, password }, changed).toPromise();
        // One that is gone already is what was wanted.
        if (apiError(error)?.code !== 'not-found') done(error);
      },
      async endOthers(password: string): Promise<void> {
        done((await client.mutation(EndOtherSessions, { password }, changed).toPromise()).error);
      },
      async changePassword(current: string, password: string): Promise<void> {
        const { data, error } = await client
          .mutation(ChangePassword, { current, password }, changed)
          .toPromise();
        done(error);
        if (!data?.changePassword) throw new ApiError('general_error');
      },
    };
  }, [client]);
}
