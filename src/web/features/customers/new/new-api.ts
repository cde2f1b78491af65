import type { NewCustomer } from '../../../../domain/inputs/customers/new-customer.ts';
import { call } from '../../../api/call.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';

const Invite = graphql(`
  mutation inviteCustomer(
    $provider_id: ID
    $registration_type: String!
    $first_name: String!
    $last_name: String!
    $relationWithOwner: String
    $medicareNumber: String
    $gender: String
    $dob: Date
    $email: String
    $room: String
    $notOwnerConfirmation: Boolean
    $idempotency_key: String
  ) {
    inviteCustomer(
      provider_id: $provider_id
      registration_type: $registration_type
      first_name: $first_name
      last_name: $last_name
      relationWithOwner: $relationWithOwner
      medicareNumber: $medicareNumber
      gender: $gender
      dob: $dob
      email: $email
      room: $room
      notOwnerConfirmation: $notOwnerConfirmation
      idempotency_key: $idempotency_key
    ) {
      id
      first_name
      last_name
      email
    }
  }
`);

/** A customer who was added. */
export type AddedCustomer = ResultOf<typeof Invite>['inviteCustomer'];

const changed = {
  types: ['CustomerRow', 'CustomerPage', 'AcpCounts', 'StaffOverview', 'RecentActivity'],
};

/** Adds a customer to a provider (API-54). The same idempotency key adds them once. @throws ApiError */
export async function inviteCustomer(
  customer: NewCustomer,
  provider_id: string,
  idempotency_key: string,
): Promise<AddedCustomer> {
  return (await call(Invite, { ...customer, provider_id, idempotency_key }, changed)).inviteCustomer;
}
