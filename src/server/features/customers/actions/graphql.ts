import { builder } from '../../../graphql/builder.ts';
import { CustomerRowRef } from '../customer-row-graphql.ts';
import { inviteCustomer } from './invite-operation.ts';
import {
  archiveCustomer,
  unarchiveCustomer,
  updateCustomerId,
  updateUserStatus,
} from './status-operations.ts';

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true });
  const user_id = t.arg.id({ required: true });
  const seen = t.arg.string({
    description: 'The status that the caller saw. Another one by now is a `conflict` that holds the row.',
  });
  return {
    inviteCustomer: t.field({
      type: CustomerRowRef,
      description: 'Adds a customer: an invitation by e-mail, or an account without an address.',
      args: {
        provider_id: t.arg.id({ description: "The caller's own provider where none is named." }),
        registration_type: t.arg.string({
          required: true,
          description: 'create_account or invite_account',
        }),
        first_name: t.arg.string(),
        last_name: t.arg.string(),
        relationWithOwner: t.arg.string({ description: 'employee or general_practitioner' }),
        medicareNumber: t.arg.string(),
        gender: t.arg.string(),
        dob: t.arg({ type: 'Date' }),
        email: t.arg.string(),
        notOwnerConfirmation: t.arg.boolean(),
        idempotency_key: t.arg.string(),
      },
      resolve: (_, args, context) => inviteCustomer.call(context, args),
    }),
    updateCustomerId: t.field({
      type: CustomerRowRef,
      description: "Sets the provider's own number; an empty one takes it away.",
      args: { id, customer_id: t.arg.string({ required: true }), seen },
      resolve: (_, args, context) => updateCustomerId.call(context, args),
    }),
    updateUserStatus: t.field({
      type: CustomerRowRef,
      args: {
        id,
        status: t.arg.string({ required: true, description: 'suspended or active' }),
        seen,
      },
      resolve: (_, args, context) => updateUserStatus.call(context, args),
    }),
    archiveCustomer: t.field({
      type: CustomerRowRef,
      args: { user_id, seen },
      resolve: (_, args, context) => archiveCustomer.call(context, args),
    }),
    unarchiveCustomer: t.field({
      type: CustomerRowRef,
      description: 'Undoes archiving: the customer is again as before.',
      args: { user_id, seen },
      resolve: (_, args, context) => unarchiveCustomer.call(context, args),
    }),
  };
});
