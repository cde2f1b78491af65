import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../api/use-read.ts';

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

const types = ['SecondStep', 'SecondStepPhone'];

/** Types that change with the second step: itself, and the account, which contains whether it is still due. */
const changed = { types: [...types, 'User'] };

/** Reads the second step of the signed-in person. */
export function useSecondStep(): Read<SecondStep> {
  return mapRead(useRead(SecondStepQuery, {}, { refresh: true, types }), ({ secondStep }) => secondStep);
}

/** Adds a number and sends a code to it. @throws ApiError */
export const addPhone = async (phone: string, password: string) =>
  (await call(AddPhone, { phone, password }, changed)).addSecondStepPhone;

/** Confirms the number by the code; returns recovery codes if this turned the second step on. @throws ApiError */
export const confirmPhone = async (session: string, code: string) =>
  (await call(ConfirmPhone, { session, code }, changed)).confirmSecondStepPhone.recovery_codes;

/** Removes a number. @throws ApiError */
export const removePhone = (id: string, password: string) => call(RemovePhone, { id, password }, changed);

/** Creates a secret for an app. @throws ApiError */
export const startApp = async (password: string) =>
  (await call(StartApp, { password }, changed)).startSecondStepApp;

/** Confirms the app by its first code; returns recovery codes if this turned the second step on. @throws ApiError */
export const confirmApp = async (code: string) =>
  (await call(ConfirmApp, { code }, changed)).confirmSecondStepApp.recovery_codes;

/** Removes the app. @throws ApiError */
export const removeApp = (password: string) => call(RemoveApp, { password }, changed);

/** Creates new recovery codes; the old ones stop working. @throws ApiError */
export const newCodes = async (password: string) =>
  (await call(NewCodes, { password }, changed)).newRecoveryCodes;

/** Turns the second step off. @throws ApiError */
export const turnOff = (password: string) => call(TurnOff, { password }, changed);
