import type { IsoDate } from '../../../../domain/fields.ts';
import { builder } from '../../../graphql/builder.ts';
import { CustomerRowRef } from '../customer-row-graphql.ts';
import { customerContacts, designateEmail } from './inviting/designate-operation.ts';
import { cancelInvite, resetCustomer, sendReminder } from './inviting/invitation-operations.ts';
import { inviteCustomer } from './inviting/invite-operation.ts';
import { deleteUser, takeCustomerBack } from './removing/remove-operation.ts';
import {
  archiveCustomer,
  unarchiveCustomer,
  updateCustomerId,
  updateUserStatus,
} from './status-operations.ts';

const DeletedRef = builder
  .objectRef<{ id: string; kept: boolean; delete_on?: IsoDate }>('Deleted')
  .implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      kept: t.exposeBoolean('kept', {
        description: 'An invitation was cancelled whose account holds a plan: it stays, without an address.',
      }),
      delete_on: t.field({
        type: 'Date',
        nullable: true,
        description: 'When a customer who was removed is deleted; null for a cancelled invitation.',
        resolve: ({ delete_on }) => delete_on ?? null,
      }),
    }),
  });

const ContactAddressRef = builder
  .objectRef<{ id: string; email: string; name: string }>('ContactAddress')
  .implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      email: t.exposeString('email'),
      name: t.exposeString('name'),
    }),
  });

type Contacts = Awaited<ReturnType<typeof customerContacts.call>>;
const CustomerContactsRef = builder.objectRef<Contacts>('CustomerContacts').implement({
  fields: (t) => ({ result: t.field({ type: [ContactAddressRef], resolve: ({ result }) => result }) }),
});

const SuccessRef = builder.objectRef<{ success: boolean }>('DesignateEmailReturning').implement({
  fields: (t) => ({ success: t.exposeBoolean('success') }),
});

type Designated = Awaited<ReturnType<typeof designateEmail.call>>;
const DesignatedRef = builder.objectRef<Designated>('DesignateEmailResult').implement({
  fields: (t) => ({
    returning: t.field({ type: SuccessRef, resolve: ({ returning }) => returning }),
    customer: t.field({ type: CustomerRowRef, resolve: ({ customer }) => customer }),
  }),
});

builder.queryFields((t) => ({
  customerContacts: t.field({
    type: CustomerContactsRef,
    description: "A customer's trusted contacts, whose address staff may name for the account.",
    args: { userId: t.arg.id({ required: true }) },
    resolve: (_, args, context) => customerContacts.call(context, args),
  }),
}));

/** Returns the argument for the status that the caller saw. */
const seenArgs = () =>
  builder.args((arg) => ({
    seen: arg.string({
      description: 'The status that the caller saw. Another one by now is a `conflict` that holds the row.',
    }),
  }));

// Invitations.
builder.mutationFields((t) => {
  const id = t.arg.id({ required: true });
  return {
    inviteCustomer: t.field({
      type: CustomerRowRef,
      description: 'Adds a customer: an invitation by e-mail, or an account without an address.',
      args: {
        provider_id: t.arg.id({ description: "The caller's own provider where none is named." }),
        registration_type: t.arg.string({ required: true, description: 'create_account or invite_account' }),
        first_name: t.arg.string({ required: true }),
        last_name: t.arg.string({ required: true }),
        relationWithOwner: t.arg.string({ description: 'employee or general_practitioner' }),
        medicareNumber: t.arg.string(),
        gender: t.arg.string(),
        dob: t.arg({ type: 'Date' }),
        email: t.arg.string(),
        room: t.arg.string({ description: 'Room or bed, up to 20 characters.' }),
        notOwnerConfirmation: t.arg.boolean(),
        idempotency_key: t.arg.string(),
      },
      resolve: (_, args, context) => inviteCustomer.call(context, args),
    }),
    cancelInvite: t.field({
      type: DeletedRef,
      args: { id, ...seenArgs() },
      resolve: (_, args, context) => cancelInvite.call(context, args),
    }),
    sendReminder: t.field({
      type: CustomerRowRef,
      description: 'Sends the invitation again, at most once an hour. The link of before dies.',
      args: { id, ...seenArgs(), idempotency_key: t.arg.string() },
      resolve: (_, args, context) => sendReminder.call(context, args),
    }),
    resetCustomer: t.field({
      type: CustomerRowRef,
      description: 'Mails an invited customer a link to a password.',
      args: { id, ...seenArgs() },
      resolve: (_, args, context) => resetCustomer.call(context, args),
    }),
    designateEmail: t.field({
      type: DesignatedRef,
      description: 'Names the address of an account and sends the invitation there.',
      args: {
        userId: t.arg.id({ required: true }),
        email: t.arg.string({ required: true }),
        emailOf: t.arg.string({ required: true, description: 'mySelf or trustedContact' }),
        ...seenArgs(),
      },
      resolve: (_, args, context) => designateEmail.call(context, args),
    }),
  };
});

// Accounts: the number, the status and the removal.
builder.mutationFields((t) => {
  const id = t.arg.id({ required: true });
  const user_id = t.arg.id({ required: true });
  return {
    updateCustomerId: t.field({
      type: CustomerRowRef,
      description: "Sets the provider's own number and the room; an empty one takes it away.",
      args: {
        id,
        customer_id: t.arg.string({ required: true }),
        room: t.arg.string({ description: 'Room or bed, up to 20 characters. Without it the room stays.' }),
        ...seenArgs(),
      },
      resolve: (_, args, context) => updateCustomerId.call(context, args),
    }),
    updateUserStatus: t.field({
      type: CustomerRowRef,
      args: {
        id,
        status: t.arg.string({ required: true, description: 'suspended or active' }),
        ...seenArgs(),
      },
      resolve: (_, args, context) => updateUserStatus.call(context, args),
    }),
    archiveCustomer: t.field({
      type: CustomerRowRef,
      args: { user_id, ...seenArgs(), idempotency_key: t.arg.string() },
      resolve: (_, args, context) => archiveCustomer.call(context, args),
    }),
    unarchiveCustomer: t.field({
      type: CustomerRowRef,
      description: 'Undoes archiving: the customer is again as before.',
      args: { user_id, ...seenArgs() },
      resolve: (_, args, context) => unarchiveCustomer.call(context, args),
    }),
    deleteUser: t.field({
      type: DeletedRef,
      description: 'Removes a customer, who is deleted in thirty days unless the removal is taken back.',
      args: {
        id,
        type: t.arg.string({ required: true, description: 'delete' }),
        reason: t.arg.string({ description: 'Why, for the customer to read.' }),
        ...seenArgs(),
      },
      resolve: (_, args, context) => deleteUser.call(context, args),
    }),
    takeCustomerBack: t.field({
      type: CustomerRowRef,
      description: 'Takes the removal of a customer back.',
      args: { id, ...seenArgs() },
      resolve: (_, args, context) => takeCustomerBack.call(context, args),
    }),
  };
});
