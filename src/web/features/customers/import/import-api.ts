import { importStates } from '../../../../domain/customers/import/columns.ts';
import { call } from '../../../api/call.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { oneOf } from '../../../api/one-of.ts';
import { useRead } from '../../../api/use-read.ts';

const StartImport = graphql(`
  mutation startCustomerImport($id: ID!, $send_now: Boolean) {
    startCustomerImport(id: $id, send_now: $send_now) {
      id
    }
  }
`);

const SendInvitations = graphql(`
  mutation sendCustomerImportInvitations($id: ID!) {
    sendCustomerImportInvitations(id: $id) {
      id
      invitations_due_at
    }
  }
`);

const TakeBack = graphql(`
  mutation takeBackCustomerImport($id: ID!) {
    takeBackCustomerImport(id: $id) {
      id
      invitations
    }
  }
`);

const OneImport = graphql(`
  query getCustomerImport($id: ID!, $limit: Int) {
    getCustomerImport(id: $id, limit: $limit) {
      id
      name
      state
      line
      total
      reached
      done
      failed
      updated
      kept
      taken_back
      invitations
      invitations_due_at
      imported_by
      created_at
      problems {
        line
        first_name
        last_name
        email
        birth_date
        gender
        medicare_number
        customer_id
        room
        house
        problems
      }
    }
  }
`);

const Imports = graphql(`
  query getCustomerImports($provider_id: ID, $limit: Int) {
    getCustomerImports(provider_id: $provider_id, limit: $limit) {
      count
      data {
        id
        name
        state
        total
        done
        failed
        updated
        kept
        invitations
        imported_by
        created_at
      }
    }
  }
`);

/** An import that was started. */
export type StartedImport = ResultOf<typeof OneImport>['getCustomerImport'];

export type ListLine = StartedImport['problems'][number];

/** Starts an import. @throws ApiError */
export const startImport = (id: string, sendNow: boolean) =>
  call(StartImport, { id, send_now: sendNow }, { types: ['CustomerImportPage'] });

const changed = { types: ['CustomerImportPage', 'CustomerImport'] };

/** Sends the waiting invitations of an import at once. @throws ApiError */
export const sendInvitations = (id: string) => call(SendInvitations, { id }, changed);

/** Removes the customers that an import added if their invitations are not sent yet. @throws ApiError */
export const takeBack = (id: string) => call(TakeBack, { id }, changed);

/** Number of lines to correct that the dialog shows; the file has all of them. */
export const problemsShown = 100;

/** Reads the progress of an import for polling. @throws ApiError */
export async function findImport(id: string) {
  const { getCustomerImport } = await call(OneImport, { id, limit: problemsShown }, { unattended: true });
  return { ...getCustomerImport, state: oneOf(importStates, getCustomerImport.state) };
}

/** Reads earlier imports of a provider, newest first. */
export const useImports = (providerId: string) =>
  useRead(Imports, { provider_id: providerId, limit: 10 }, { refresh: true, pause: providerId === '' });

export const reportPath = (id: string) => `/api/customer-imports/${id}/report.csv`;
export const templatePath = '/api/customer-imports/template.csv';
