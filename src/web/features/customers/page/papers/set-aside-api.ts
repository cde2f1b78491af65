import { call } from '../../../../api/call.ts';
import { graphql } from '../../../../api/graphql.ts';
import { planTypes } from '../control/plan-changes.ts';

const SetAside = graphql(`
  mutation setPaperAside($user_id: ID!, $file_id: String!) {
    setPaperAside(user_id: $user_id, file_id: $file_id) {
      id
    }
  }
`);

const UseAgain = graphql(`
  mutation usePaperAgain($user_id: ID!, $file_id: String!) {
    usePaperAgain(user_id: $user_id, file_id: $file_id) {
      id
    }
  }
`);

/** Hides a directive that is about another person (UPLOAD-22). @throws ApiError */
export const setPaperAside = (userId: string, fileId: string) =>
  call(SetAside, { user_id: userId, file_id: fileId }, { types: planTypes });

/** Uses a paper again that was set aside by mistake. @throws ApiError */
export const putPaperBack = (userId: string, fileId: string) =>
  call(UseAgain, { user_id: userId, file_id: fileId }, { types: planTypes });
