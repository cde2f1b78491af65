import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { graphql } from '../../../api/graphql.ts';
import { useRead } from '../../../api/use-read.ts';

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
const changed = ['Session'];

/** Reads when the password was last changed, as an ISO instant. Undefined while it is unknown. */
export function usePasswordDate(): string | undefined {
  const { data } = useRead(PasswordDate, {}, { refresh: true, types: changed });
  return data?.currentUser?.password_changed_at ?? undefined;
}

/** Changes the password of the signed-in person. @throws ApiError */
export async function changePassword({
  current,
  password,
}: {
  current: string;
  password: string;
}): Promise<void> {
  const done = await call(ChangePassword, { current, password }, { types: changed });
  if (!done.changePassword) throw new ApiError('general_error');
}
