import { call } from '../../api/call.ts';
import { codeOf } from '../../api/errors.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../api/use-read.ts';

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

/** A session of the person. */
export type SessionItem = ResultOf<typeof Sessions>['sessions'][number];

const changed = { types: ['Session'] };

/** Reads the person's sessions: this one first, then the one used last. */
export function useSessions(): Read<readonly SessionItem[]> {
  return mapRead(useRead(Sessions, {}, { refresh: true, ...changed }), ({ sessions }) => sessions);
}

/** Ends a session. Succeeds if it has already ended. @throws ApiError */
export async function endSession(id: string, password: string): Promise<void> {
  try {
    await call(EndSession, { id, password }, changed);
  } catch (error) {
    if (codeOf(error) !== 'not-found') throw error;
  }
}

/** Ends every session but this one. @throws ApiError */
export const endOtherSessions = (password: string) => call(EndOtherSessions, { password }, changed);
