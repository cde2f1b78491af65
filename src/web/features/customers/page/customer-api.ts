import { useMemo } from 'react';
import { fullName } from '../../../../domain/names.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';
import { useReadAgain } from '../../../api/use-read-again.ts';

const CustomerDocument = graphql(`
  query getCustomer($id: ID!) {
    getCustomer(id: $id) {
      id
      first_name
      last_name
      email
      placeholder_email
      designated_email
      customer_status
      is_duplicate
      image
      customer_id
      room
      provider_id
      provider
      facility_id
      facility
      dob
      created_at
      invite_date
      move {
        id
        from
        to
        by
        undo_until
      }
      removal {
        delete_on
        at
        by
        reason
      }
      for_my_self
      account_owner
      integration_types
      health_record_confirm_date
      donor_confirm_date
      plan {
        id
        state
        status
        version
        plan_version
        external
        locked
        locked_at
        locked_by
        signed_at
        changed_at
        changed_by
        recorder
        look_again
        steps_done
        steps_total
      }
      files {
        id
        category
        file_name
        size
        waits
        added_at
        added_by
        reviewed_at
        reviewed_by
      }
      end_of_life_documents {
        key
        file {
          id
          category
          file_name
          size
          waits
          added_at
          added_by
          reviewed_at
          reviewed_by
        }
      }
      papers_set_aside {
        id
        file_name
        set_aside_at
        set_aside_by
      }
      waiting_documents {
        id
        file_name
        problem
      }
      trusted_contacts {
        id
        name
        phone
        relationship
        status
        substitutedDecisionMaker
        enduringGuardian
      }
      control {
        item
        available
        reason
      }
    }
  }
`);

type CustomerRow = ResultOf<typeof CustomerDocument>['getCustomer'];

/** A customer, as shown to staff with access, without any answers. `name` is the address if there is no name. */
export type Customer = CustomerRow & { name: string };

/** State of the customer's plan. */
export type CustomerPlan = NonNullable<Customer['plan']>;

/** A paper of the customer. */
export type CustomerFile = Customer['files'][number];

/** An end-of-life document, which staff store for the customer. */
export type EolDocument = Customer['end_of_life_documents'][number];

/** Reads a customer by id. */
export function useCustomer(id: string): Read<Customer> {
  const read = useRead(CustomerDocument, { id }, { refresh: true, types: ['CustomerRow', 'File'] });
  const { data } = read;
  const customer = useMemo(() => data && named(data.getCustomer), [data]);
  useReadAgain(customer?.waiting_documents.some(({ problem }) => problem === null) ?? false, read.retry);
  return mapRead(read, () => customer);
}

const named = (row: CustomerRow): Customer => ({ ...row, name: fullName(row) || (row.email ?? '') });

const Versions = graphql(`
  query customerVersions($id: ID!, $offset: Int, $limit: Int) {
    getCustomer(id: $id) {
      id
      versions(offset: $offset, limit: $limit) {
        count
        data {
          id
          plan_version
          signed_at
          changed_at
          restored_from
        }
      }
    }
  }
`);

/** Earlier signed states of a plan, as far as they are loaded. */
export type Versions = ResultOf<typeof Versions>['getCustomer']['versions'];

/** Reads the newest earlier signed states of a customer's plan. */
export function useVersions(id: string, limit: number): Read<Versions> {
  const read = useRead(Versions, { id, offset: 0, limit }, { refresh: true });
  return mapRead(read, ({ getCustomer }) => getCustomer.versions);
}

const Openings = graphql(`
  query customerOpenings($id: ID!, $before: String, $limit: Int) {
    getCustomer(id: $id) {
      id
      openings(before: $before, limit: $limit) {
        more
        data {
          id
          at
          kind
          name
          receiver
          provider
        }
      }
    }
  }
`);

/** A page of the openings of a plan. */
export type Openings = ResultOf<typeof Openings>['getCustomer']['openings'];

/**
 * Reads who opened the customer's plan before the opening with an id, newest first; null: the newest. `pause` while an opening that will
 * be listed is being recorded.
 */
export function useOpenings(id: string, before: string | null, pause: boolean): Read<Openings> {
  const variables = { id, before, limit: before === null ? 5 : 10 };
  const read = useRead(Openings, variables, { refresh: true, pause, types: ['PlanOpenings'] });
  return mapRead(read, ({ getCustomer }) => getCustomer.openings);
}

const Activities = graphql(`
  query customerActivities($id: ID!, $limit: Int) {
    getCustomer(id: $id) {
      id
      activities(limit: $limit) {
        id
        template
        metadata
        user_id
        created_at
        user {
          id
          first_name
          last_name
        }
        actor {
          id
          first_name
          last_name
        }
      }
    }
  }
`);

/** A line of the recent activity. */
export type CustomerActivity = ResultOf<typeof Activities>['getCustomer']['activities'][number];

/** Number of activity lines that the page shows. */
const activityLimit = 10;

/**
 * Reads the recent activity of the customer's account and plan. `pause` while an activity that will be listed is being recorded.
 */
export function useActivities(id: string, pause: boolean): Read<readonly CustomerActivity[]> {
  const read = useRead(
    Activities,
    { id, limit: activityLimit },
    { refresh: true, pause, types: ['RecentActivity'] },
  );
  return mapRead(read, ({ getCustomer }) => getCustomer.activities);
}

/** Returns the download path of a customer's paper (CDET-02). */
export const filePath = (userId: string, fileId: string): string =>
  `/api/customers/${userId}/files/${fileId}`;

/** Returns the path of the page with emergency facts to print. */
export const emergencyPath = (userId: string): string => `/api/customers/${userId}/emergency`;

/** Returns the download path of the plan as a PDF, or of an earlier version. */
export const customerPdfPath = (userId: string, version?: number): string =>
  `/api/customers/${userId}/plan.pdf${version === undefined ? '' : `?version=${version}`}`;

/** Returns the substitute decision makers of a customer. */
export const speakersOf = ({ trusted_contacts }: Pick<Customer, 'trusted_contacts'>) =>
  trusted_contacts.filter(({ substitutedDecisionMaker }) => substitutedDecisionMaker);

/** Whether the reader may change the plan and the account: then the panel greys nothing because of the role. */
export const isEditorOf = ({ control }: Pick<Customer, 'control'>): boolean =>
  control.every(({ reason }) => reason !== 'error.planAdmin.greyedRole');
