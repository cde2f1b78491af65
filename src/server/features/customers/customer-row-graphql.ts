import { planStates } from '../../../domain/customers/plan-state.ts';
import {
  customerFields,
  type CustomerField,
  type CustomerRow,
  type FieldType,
} from '../../../domain/lists/definitions/customers/customer-columns.ts';
import { builder } from '../../graphql/builder.ts';
import { AcpStatus, UserStatus } from '../../graphql/enums.ts';

/** Meaning of the dot beside a plan (CTABLE-22). */
export const CustomerPlanState = builder.enumType('CustomerPlanState', { values: planStates });

const IntegrationRef = builder.objectRef<{ type: string }>('Integration').implement({
  description: 'Another system that an account is linked to.',
  fields: (t) => ({ type: t.exposeString('type') }),
});

const descriptions: Partial<Record<CustomerField, string>> = {
  email: 'Null while the account only has the place of an address.',
  designated_email: 'Staff named the address.',
  image: 'Where the portrait is read.',
  customer_id: "The provider's own number.",
  room: 'Room or bed in the house.',
  acp_status: 'Complete with an ACP file.',
  plan_state: 'What the dot says.',
  latest_update: 'When the newest ACP file was activated.',
  created_at: 'Shown as the invite date.',
  invite_date: 'When the invitation that can be accepted was sent.',
  invitation_expires: 'Null for who was not invited or has accepted.',
  last_reminder: 'When the invitation was sent again.',
  in_hospital_since: 'When the stay in hospital began; null for who is in none.',
  is_duplicate: 'Archived because another record of the person is kept.',
  removal_on: 'When a customer whom staff removed is deleted.',
};

const types = {
  ID: 'ID',
  String: 'String',
  Boolean: 'Boolean',
  Date: 'Date',
  DateTime: 'DateTime',
  AcpStatus,
  CustomerPlanState,
  UserStatus,
  Integrations: [IntegrationRef],
} as const satisfies Record<FieldType, unknown>;

export const CustomerRowRef = builder.objectRef<CustomerRow>('CustomerRow').implement({
  description: 'A customer as the list shows them (CTABLE-05, ENT-07).',
  fields: (t) => {
    const fieldOf = (name: CustomerField) => {
      const type = types[customerFields[name].replace('?', '') as FieldType];
      const description = descriptions[name];
      const isNullable = customerFields[name].endsWith('?');
      return t.field({
        type: type as 'String',
        nullable: isNullable,
        ...(description !== undefined && { description }),
        // `customerFields` defines the GraphQL type and the type of the value, so the two always match.
        resolve: (row) => row[name] as string,
      });
    };
    const names = Object.keys(customerFields) as CustomerField[];
    return Object.fromEntries(names.map((name) => [name, fieldOf(name)]));
  },
});
