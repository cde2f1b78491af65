import { useMemo } from 'react';
import { useClient, useQuery, type OperationContext } from 'urql';
import { ApiError, apiError } from '../../api/errors.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';

const SecondStepQuery = graphql(`
  query secondStep {
    secondStep {
      on
      required
      phones {
        id
        masked
        confirmed
      }
      app
      recovery_left
    }
  }
`);

const AddPhone = graphql(`
  mutation addSecondStepPhone($phone: String!, $password: String!) {
    addSecondStepPhone(phone: $phone, password: $password) {
      id
      session
    }
  }
`);

const ConfirmPhone = graphql(`
  mutation confirmSecondStepPhone($session: String!, $code: String!) {
    confirmSecondStepPhone(session: $session, code: $code) {
      on
      recovery_codes
    }
  }
`);

const RemovePhone = graphql(`
  mutation removeSecondStepPhone($id: ID!, $password: String!) {
    removeSecondStepPhone(id: $id, password: $password) {
      on
    }
  }
`);

const StartApp = graphql(`
  mutation startSecondStepApp($password: String!) {
    startSecondStepApp(password: $password) {
      secret
      uri
    }
  }
`);

const ConfirmApp = graphql(`
  mutation confirmSecondStepApp($code: String!) {
    confirmSecondStepApp(code: $code) {
      on
      recovery_codes
    }
  }
`);

const RemoveApp = graphql(`
  mutation removeSecondStepApp($password: String!) {
    removeSecondStepApp(password: $password) {
      on
    }
  }
`);

const NewCodes = graphql(`
  mutation newRecoveryCodes($password: String!) {
    newRecoveryCodes(password: $password)
  }
`);

const TurnOff = graphql(`
  mutation turnOffSecondStep($password: String!) {
    turnOffSecondStep(password: $password) {
      on
    }
  }
`);

export type SecondStep = ResultOf<typeof SecondStepQuery>['secondStep'];
export type Phone = SecondStep['phones'][number];
export type AppSetup = ResultOf<typeof StartApp>['startSecondStepApp'];

type Document = Parameters<ReturnType<typeof useClient>['mutation']>[0];

/** What changes with the second step besides itself: whether it is still due, which is told with the account. */
const alsoChanged = { additionalTypenames: ['SecondStep', 'SecondStepPhone', 'User'] };

/** The second step of the person who is signed in. */
export function useSecondStep() {
  const context = useMemo<Partial<OperationContext>>(
    () => ({ additionalTypenames: ['SecondStep', 'SecondStepPhone'] }),
    [],
  );
  const [{ data, error, fetching }, read] = useQuery({
    query: SecondStepQuery,
    requestPolicy: 'cache-and-network',
    context,
  });
  return {
    secondStep: data?.secondStep,
    failed: error !== undefined && data === undefined,
    reading: fetching,
    readAgain: () => read({ requestPolicy: 'network-only' }),
  };
}

/** What can be done to it. Each throws ApiError. */
export function useSecondStepCalls() {
  const client = useClient();
  return useMemo(() => {
    async function call<Of extends Document>(
      document: Of,
      variables: VariablesOf<Of>,
    ): Promise<ResultOf<Of>> {
      const result = await client.mutation(document, variables as object, alsoChanged).toPromise();
      const error = apiError(result.error);
      if (error || !result.data) throw error ?? new ApiError('general_error');
      return result.data as ResultOf<Of>;
    }
    return {
      addPhone: async (phone: string, password: string) =>
        (await call(AddPhone, { phone, password })).addSecondStepPhone,
      confirmPhone: async (session: string, code: string) =>
        (await call(ConfirmPhone, { session, code })).confirmSecondStepPhone.recovery_codes,
      removePhone: async (id: string, password: string) =>
        (await call(RemovePhone, { id, password })).removeSecondStepPhone.on,
      startApp: async (password: string) => (await call(StartApp, { password })).startSecondStepApp,
      confirmApp: async (code: string) =>
        (await call(ConfirmApp, { code })).confirmSecondStepApp.recovery_codes,
      removeApp: async (password: string) => (await call(RemoveApp, { password })).removeSecondStepApp.on,
      newCodes: async (password: string) => (await call(NewCodes, { password })).newRecoveryCodes,
      turnOff: async (password: string) => (await call(TurnOff, { password })).turnOffSecondStep.on,
    };
  }, [client]);
}
