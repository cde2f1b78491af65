import { useCallback } from 'react';
import { useClient, useQuery, type OperationContext } from 'urql';
import { ApiError, apiError } from '../../../api/errors.ts';
import { graphql } from '../../../api/graphql.ts';

const PasswordDate = graphql(`
  query passwordDate {
    currentUser {
      id
      password_changed_at
    }
  }
`);

const ChangePassword = graphql(`
  mutation changePassword($current: String!, $password: String!) {
    changePassword(current: $current, password: $password)
  }
`);

// Changing the password ends the other sessions.
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

/** Changes the password of the person who is signed in. Throws ApiError. */
export function useChangePassword() {
  const client = useClient();
  return useCallback(
    async (current: string, password: string): Promise<void> => {
      const { data, error } = await client
        .mutation(ChangePassword, { current, password }, changed)
        .toPromise();
      const refusal = apiError(error);
      if (refusal || !data?.changePassword) throw refusal ?? new ApiError('general_error');
    },
    [client],
  );
}
