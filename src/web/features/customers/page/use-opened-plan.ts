import { useCallback, useEffect, useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { asApiError, type ApiError } from '../../../api/errors.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import type { Read } from '../../../api/use-read.ts';
import { useLanguage } from '../../../app/texts.tsx';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import type { Customer } from './customer-api.ts';

const OpenPlan = graphql(`
  mutation openCustomerPlan($id: ID!, $plan_version: Int, $language: Language!) {
    openCustomerPlan(id: $id, plan_version: $plan_version, language: $language) {
      id
      version
      plan_version
      language
      answers
      definition_version
      sections
      signed_at
      changed_at
    }
  }
`);

type Opened = ResultOf<typeof OpenPlan>['openCustomerPlan'];

/** Converts an opened plan to the form of the person's own plan, in the words that the server returned. */
function planOf({ signed_at, changed_at, sections, ...opened }: Opened, customer: Customer): ActivePlan {
  const { id: user_id, dob, provider, first_name, last_name, for_my_self, account_owner } = customer;
  // The server checks the content of answers and sections.
  return {
    ...(opened as Omit<Opened, 'answers'> & Pick<ActivePlan, 'answers'>),
    signed_sections: sections as ActivePlan['signed_sections'],
    user_id,
    status: 'complete',
    locked: customer.plan?.locked ?? false,
    external: false,
    completed_at: signed_at,
    updated_at: changed_at,
    still_right_on: null,
    user: { id: user_id, first_name, last_name, dob, provider, for_my_self, account_owner },
  };
}

type State = { data: Opened | undefined; failed: ApiError | undefined };

const waiting: State = { data: undefined, failed: undefined };

type Which = {
  /** An earlier version by its number; without it the plan in force. */
  version?: number | undefined;
  /** Does not open the plan yet. */
  pause?: boolean;
  /** Identifies the content: another value opens it again. */
  content?: string;
};

/**
 * Opens the plan of a customer. Each opening is recorded and visible to the customer, so only this hook opens it, once for each
 * time that it is shown.
 */
export function useOpenedPlan(
  customer: Customer,
  { version, pause = false, content = '' }: Which = {},
): Read<ActivePlan> {
  const { id } = customer;
  const language = useLanguage();
  const [state, setState] = useState<State & { of: string }>({ ...waiting, of: '' });
  const [turn, setTurn] = useState(0);
  const of = [id, version, content, language, turn].join(' ');
  useEffect(() => {
    if (pause) return undefined;
    let gone = false;
    const settle = (next: State) => {
      if (!gone) setState({ ...next, of });
    };
    // A plan that is shown for less than a moment, for example when a page renders twice, is not opened.
    const timer = setTimeout(() => {
      call(
        OpenPlan,
        { id, plan_version: version ?? null, language },
        { types: ['PlanOpenings', 'RecentActivity'] },
      ).then(
        ({ openCustomerPlan }) => settle({ data: openCustomerPlan, failed: undefined }),
        (error: unknown) => settle({ data: undefined, failed: asApiError(error) }),
      );
    });
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id, version, pause, language, of]);
  const retry = useCallback(() => setTurn((now) => now + 1), []);
  const { data: opened, failed } = state.of === of ? state : waiting;
  const data = useMemo(() => opened && planOf(opened, customer), [opened, customer]);
  return { data, failed, loading: !pause && !data && !failed, refreshing: false, retry };
}
