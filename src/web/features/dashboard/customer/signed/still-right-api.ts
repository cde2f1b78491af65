import { call } from '../../../../api/call.ts';
import { graphql } from '../../../../api/graphql.ts';

const ConfirmStillRight = graphql(`
  mutation confirmStillRight($id: ID!, $plan_version: Int!) {
    confirmStillRight(id: $id, plan_version: $plan_version) {
      id
      still_right_on
    }
  }
`);

/** Records that the person says of a signed version that it is still right. @throws ApiError, `conflict` if another one is in force */
export const confirmStillRight = (id: string, plan_version: number) =>
  call(ConfirmStillRight, { id, plan_version }, { types: ['Acp', 'Activity'] });
