import { builder } from '../../graphql/builder.ts';
import {
  addTrustedContact,
  deleteTrustedContact,
  getMyTrustedContacts,
  getSharedFiles,
  getTrustedContact,
  getTrustedContacts,
  insertSharedFiles,
  remindTrustedContact,
  updateShareDate,
  updateTrustedContact,
  updateTrustedContactEmergency,
} from './operations.ts';
import {
  dismissContactSuggestion,
  getContactSuggestions,
  suggestTrustedContact,
} from './suggestions/suggestion-operations.ts';
import type { ContactSuggestion } from './suggestions/suggestion-store.ts';
import type { SharedFile } from './shared-files/shared-files.ts';
import type { ContactView } from './views.ts';

const ContactStatus = builder.enumType('TrustedContactStatus', { values: ['accepted', 'pending'] as const });

const TrustedContactRef = builder.objectRef<ContactView>('TrustedContact').implement({
  description: 'A person whom another person trusts with the plan (ENT-10).',
  fields: (t) => ({
    id: t.exposeID('id'),
    user_id: t.exposeID('user_id'),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    phone: t.exposeString('phone'),
    relationship: t.exposeString('relationship', {
      description: 'A stored value of the relation list, or own words.',
    }),
    substitutedDecisionMaker: t.exposeBoolean('substitutedDecisionMaker'),
    enduringGuardian: t.exposeBoolean('enduringGuardian'),
    fullAccess: t.exposeBoolean('fullAccess'),
    on_emergency_page: t.exposeBoolean('on_emergency_page', {
      description: 'False when the owner left the contact off the emergency page (D-33).',
    }),
    status: t.expose('status', { type: ContactStatus }),
    accepted_at: t.expose('accepted_at', { type: 'DateTime', nullable: true }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    asked_at: t.expose('asked_at', { type: 'DateTime', description: 'When the request was sent last.' }),
    asked_until: t.expose('asked_until', {
      type: 'DateTime',
      description: 'Until when it can be answered.',
    }),
    link_expired: t.exposeBoolean('link_expired', { description: 'The request ran out without an answer.' }),
    remind_after: t.expose('remind_after', {
      type: 'DateTime',
      nullable: true,
      description: 'When it can be sent again; null for now, and for a contact who said yes.',
    }),
    plan_shared: t.exposeBoolean('plan_shared'),
    last_opened_at: t.expose('last_opened_at', { type: 'DateTime', nullable: true }),
    shared_file_ids: t.exposeIDList('shared_file_ids'),
  }),
});

const SuggestionRef = builder.objectRef<ContactSuggestion>('ContactSuggestion').implement({
  description: 'A contact whom staff suggested in the account. No contact of the person until they add them.',
  fields: (t) => ({
    id: t.exposeID('id'),
    suggested_by: t.exposeString('suggested_by', { nullable: true, description: 'The staff member.' }),
    suggested_at: t.expose('suggested_at', { type: 'DateTime' }),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    phone: t.exposeString('phone'),
    relationship: t.exposeString('relationship'),
    substitutedDecisionMaker: t.exposeBoolean('substitutedDecisionMaker'),
    enduringGuardian: t.exposeBoolean('enduringGuardian'),
  }),
});

const SharedFileRef = builder.objectRef<SharedFile>('SharedFile').implement({
  description: 'A file that is shared with a trusted contact (ENT-22).',
  fields: (t) => ({
    id: t.exposeID('id'),
    user_id: t.exposeID('user_id'),
    file_id: t.exposeID('file_id'),
    shared_with: t.exposeID('shared_with'),
    shared_at: t.expose('shared_at', { type: 'DateTime' }),
  }),
});

const inOrder = 'Those who said yes first, substitute decision makers at the top.';

builder.queryFields((t) => ({
  trusted_contacts: t.field({
    type: [TrustedContactRef],
    description: `The trusted contacts of the caller. ${inOrder}`,
    resolve: (_, __, context) => getMyTrustedContacts.call(context, {}),
  }),
  getMyTrustedContacts: t.field({
    type: [TrustedContactRef],
    description: `The same as trusted_contacts. ${inOrder}`,
    resolve: (_, __, context) => getMyTrustedContacts.call(context, {}),
  }),
  getTrustedContacts: t.field({
    type: [TrustedContactRef],
    description: inOrder,
    args: { user_id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getTrustedContacts.call(context, args),
  }),
  getTrustedContact: t.field({
    type: TrustedContactRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getTrustedContact.call(context, args),
  }),
  getContactSuggestions: t.field({
    type: [SuggestionRef],
    description: 'The contacts that staff suggested to the caller, the oldest first.',
    resolve: (_, __, context) => getContactSuggestions.call(context, {}),
  }),
  getSharedFiles: t.field({
    type: [SharedFileRef],
    args: { shared_with: t.arg.id({ required: true, description: 'The id of a trusted contact.' }) },
    resolve: (_, args, context) => getSharedFiles.call(context, args),
  }),
}));

/** Returns the arguments for the facts about a contact. */
const contactArgs = () =>
  builder.args((arg) => ({
    name: arg.string({ required: true }),
    email: arg.string({ required: true }),
    phone: arg.string({ required: true }),
    relationship: arg.string({ required: true, description: 'A stored value of the relation list.' }),
    substitutedDecisionMaker: arg.boolean({ required: true }),
    enduringGuardian: arg.boolean({ required: true }),
  }));

// Contacts.
builder.mutationFields((t) => {
  const id = t.arg.id({ required: true });
  return {
    addTrustedContact: t.field({
      type: TrustedContactRef,
      description:
        'Adds a contact and asks them by mail. `duplicate_trusted_contact` is reported at `email`.',
      args: {
        ...contactArgs(),
        permissionConfirmation: t.arg.boolean({ required: true }),
        idempotency_key: t.arg.string(),
      },
      resolve: (_, args, context) => addTrustedContact.call(context, args),
    }),
    updateTrustedContact: t.field({
      type: TrustedContactRef,
      description: 'All fields are sent; `email` as it is saved.',
      args: { id, ...contactArgs() },
      resolve: (_, args, context) => updateTrustedContact.call(context, args),
    }),
    deleteTrustedContact: t.field({
      type: 'ID',
      description: 'Deletes a contact who said yes, or takes a request back.',
      args: { id },
      resolve: (_, args, context) => deleteTrustedContact.call(context, args),
    }),
    remindTrustedContact: t.field({
      type: TrustedContactRef,
      description: 'Sends the request again; the link of before dies. `rate-limited` before `remind_after`.',
      args: { id },
      resolve: (_, args, context) => remindTrustedContact.call(context, args),
    }),
    updateTrustedContactEmergency: t.field({
      type: TrustedContactRef,
      args: { id, on_emergency_page: t.arg.boolean({ required: true }) },
      resolve: (_, args, context) => updateTrustedContactEmergency.call(context, args),
    }),
    insertSharedFiles: t.field({
      type: TrustedContactRef,
      description: 'Sets exactly what the contact sees: files that are not named are no longer shared.',
      args: {
        shared_with: t.arg.id({ required: true, description: 'The id of a trusted contact.' }),
        file_ids: t.arg.idList({ required: true }),
        plan_shared: t.arg.boolean({ required: true }),
        fullAccess: t.arg.boolean({ required: true }),
      },
      resolve: (_, args, context) => insertSharedFiles.call(context, args),
    }),
    updateShareDate: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Stores the day on which the plan was first shared, as the shares show it, if it has none.',
      args: { user_id: t.arg.id({ required: true }) },
      resolve: (_, args, context) => updateShareDate.call(context, args),
    }),
  };
});

// Suggestions of staff.
builder.mutationFields((t) => ({
  suggestTrustedContact: t.field({
    type: 'ID',
    description: 'For staff in the account: suggests a contact, whom the person adds or not. Gives the id.',
    args: { ...contactArgs(), idempotency_key: t.arg.string() },
    resolve: (_, args, context) => suggestTrustedContact.call(context, args),
  }),
  dismissContactSuggestion: t.field({
    type: 'ID',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => dismissContactSuggestion.call(context, args),
  }),
}));
