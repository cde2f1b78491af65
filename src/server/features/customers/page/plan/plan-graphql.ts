import { partBytes } from '../../../../../domain/files/limits.ts';
import { builder } from '../../../../graphql/builder.ts';
import { Language } from '../../../../graphql/enums.ts';
import { activateEndOfLifeDocument, addEndOfLifeDocument } from '../document-operations.ts';
import { CustomerRef } from '../graphql.ts';
import {
  externalCustomer,
  lockCustomer,
  removeEndOfLifeDocument,
  reviewFiles,
  rollbackACP,
  updateACP,
} from './plan-operations.ts';
import { openCustomerPlan, type OpenedPlan } from '../reading/reading-operations.ts';

const DocumentUploadRef = builder.objectRef<{ id: string; user_id: string }>('DocumentUpload').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    url: t.string({
      description: 'PUT the bytes of each part to this address, "/" and its number, from 1.',
      resolve: ({ id, user_id }) => `/api/customers/${user_id}/files/${id}/parts`,
    }),
    part_size: t.int({
      description: 'Bytes of each part; the last one has the rest.',
      resolve: () => partBytes,
    }),
  }),
});

export const OpenedPlanRef = builder.objectRef<OpenedPlan>('OpenedCustomerPlan').implement({
  description: "A customer's signed plan as staff read it.",
  fields: (t) => ({
    id: t.exposeID('id'),
    version: t.exposeInt('version'),
    plan_version: t.exposeInt('plan_version'),
    language: t.expose('language', { type: Language, description: 'That the person wrote in.' }),
    definition_version: t.exposeInt('definition_version', {
      description: 'The version of the questionnaire that the answers were saved under.',
    }),
    answers: t.expose('answers', {
      type: 'JSON',
      description: 'Answers by key, options as stored values (ENT-03).',
    }),
    signed_at: t.expose('signed_at', { type: 'DateTime', nullable: true }),
    changed_at: t.expose('changed_at', { type: 'DateTime' }),
    words_in: t.expose('words_in', { type: Language, description: 'The language of `sections`.' }),
    sections: t.expose('sections', { type: 'JSON', description: 'As presentPlan gives them.' }),
    facts: t.expose('facts', {
      type: 'JSON',
      nullable: true,
      description:
        'EmergencyFacts, as option ids; null for a plan that was signed under another definition, of which only `sections` speak.',
    }),
    minimum_quality_of_life: t.exposeStringList('minimum_quality_of_life', {
      description: 'The ticked items, in words (CDET-04).',
    }),
  }),
});

// The plan.
builder.mutationFields((t) => ({
  openCustomerPlan: t.field({
    type: OpenedPlanRef,
    description:
      'Opens the signed plan. It is recorded in the trail of the customer, who is notified once a day for each staff member.',
    args: {
      id: t.arg.id({ required: true }),
      language: t.arg({ type: Language, description: 'Of the words; English unless it is named.' }),
      plan_version: t.arg.int({ description: 'An earlier version; the plan in force unless it is named.' }),
    },
    resolve: (_, args, context) => openCustomerPlan.call(context, args),
  }),
  lockCustomer: t.field({
    type: CustomerRef,
    description: 'Locks the plan, which the customer then cannot change, or takes the lock away.',
    args: {
      id: t.arg.id({ required: true }),
      locked: t.arg.boolean({ required: true }),
      version: t.arg.int(),
    },
    resolve: (_, args, context) => lockCustomer.call(context, args),
  }),
  externalCustomer: t.field({
    type: CustomerRef,
    description: 'Marks the plan as one that consists of papers; taken back, it is a draft.',
    args: {
      id: t.arg.id({ required: true }),
      external: t.arg.boolean({ required: true }),
      version: t.arg.int(),
    },
    resolve: (_, args, context) => externalCustomer.call(context, args),
  }),
  updateACP: t.field({
    type: CustomerRef,
    description: 'Changes the flags of the plan, by the rules of lockCustomer and externalCustomer.',
    args: {
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true, description: 'Of the plan that the caller saw.' }),
      locked: t.arg.boolean(),
      external: t.arg.boolean(),
    },
    resolve: (_, args, context) => updateACP.call(context, args),
  }),
  rollbackACP: t.field({
    type: CustomerRef,
    description: 'Brings an earlier signed state back as a new version.',
    args: {
      id: t.arg.id({ required: true }),
      plan_version: t.arg.int({ required: true }),
      version: t.arg.int({ required: true, description: 'Of the plan that was compared with it.' }),
    },
    resolve: (_, args, context) => rollbackACP.call(context, args),
  }),
}));

// Documents of the plan.
builder.mutationFields((t) => ({
  removeEndOfLifeDocument: t.field({
    type: CustomerRef,
    description: 'A plan that consists of papers and has none left is a draft again.',
    args: {
      user_id: t.arg.id({ required: true }),
      key: t.arg.string({ required: true }),
      version: t.arg.int(),
    },
    resolve: (_, args, context) => removeEndOfLifeDocument.call(context, args),
  }),
  addEndOfLifeDocument: t.field({
    type: DocumentUploadRef,
    description: 'Begins the upload of a document that staff keep for the customer.',
    args: {
      user_id: t.arg.id({ required: true }),
      file_name: t.arg.string({ required: true }),
      size: t.arg.float({ required: true }),
      note: t.arg.string(),
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => addEndOfLifeDocument.call(context, args),
  }),
  activateEndOfLifeDocument: t.field({
    type: CustomerRef,
    description: 'Checks what arrived and makes a document of it.',
    args: { user_id: t.arg.id({ required: true }), file_id: t.arg.string({ required: true }) },
    resolve: (_, args, context) => activateEndOfLifeDocument.call(context, args),
  }),
  reviewFiles: t.field({
    type: CustomerRef,
    description: 'Keeps that staff checked papers: the right person, all pages, readable.',
    args: { user_id: t.arg.id({ required: true }), file_ids: t.arg.idList({ required: true }) },
    resolve: (_, args, context) => reviewFiles.call(context, args),
  }),
}));
