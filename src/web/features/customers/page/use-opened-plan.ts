import { useCallback, useEffect, useState } from 'react';
import { currentDefinition } from '../../../../domain/questionnaire/definition.ts';
import { call } from '../../../api/call.ts';
import { asApiError, type ApiError } from '../../../api/errors.ts';
import { graphql } from '../../../api/graphql.ts';
import type { Read } from '../../../api/use-read.ts';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';

const OpenPlan = graphql(`
  mutation openCustomerPlan($id: ID!, $plan_version: Int, $definition: Int!) {
    openCustomerPlan(id: $id, plan_version: $plan_version) {
      id
      user_id
      status
      version
      plan_version
      locked
      external
      language
      answers
      definition_version
      signed_sections(definition_version: $definition)
      signed_in_english: signed_sections(definition_version: $definition, language: en)
      completed_at
      updated_at
      user {
        id
        first_name
        last_name
        dob
        provider
        for_my_self
        account_owner
      }
    }
  }
`);

type State = { data: ActivePlan | undefined; failed: ApiError | undefined };

const waiting: State = { data: undefined, failed: undefined };

type Which = {
  /** An earlier version by its number; without it the plan in force. */
  version?: number | undefined;
  /** Does not open it yet. */
  pause?: boolean;
  /** What stands for its content: another one opens it again. */
  content?: string;
};

/**
 * Opens the plan of a customer. Each opening is recorded and the customer can see it, so nothing opens it but this, once for each
 * time that it is shown.
 */
export function useOpenedPlan(
  id: string,
  { version, pause = false, content = '' }: Which = {},
): Read<ActivePlan> {
  const [state, setState] = useState<State & { of: string }>({ ...waiting, of: '' });
  const [turn, setTurn] = useState(0);
  const of = [id, version, content].join(' ');
  useEffect(() => {
    if (pause) return undefined;
    let gone = false;
    const settle = (next: State) => {
      if (!gone) setState({ ...next, of });
    };
    // A plan that shows for less than a moment, as when a page is drawn twice, is not opened.
    const timer = setTimeout(() => {
      call(OpenPlan, { id, plan_version: version ?? null, definition: currentDefinition.version }).then(
        // What the answers hold is checked by the server.
        ({ openCustomerPlan }) => settle({ data: openCustomerPlan as ActivePlan, failed: undefined }),
        (error: unknown) => settle({ data: undefined, failed: asApiError(error) }),
      );
    });
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id, version, pause, of, turn]);
  const retry = useCallback(() => {
    setState({ ...waiting, of: '' });
    setTurn((now) => now + 1);
  }, []);
  const { data, failed } = state.of === of ? state : waiting;
  return { data, failed, loading: !pause && !data && !failed, refreshing: false, retry };
}
