import { builder } from '../../../graphql/builder.ts';
import { decideCustomerImportLines, getCustomerImportLines } from './checking/line-operations.ts';
import { mendCustomerImportLine } from './checking/mend-operations.ts';
import {
  CellsInput,
  DecisionRef,
  FileInput,
  FormInput,
  ImportRef,
  PageRef,
  RowRef,
  SameKindRef,
  ShowRef,
} from './graphql-types.ts';
import {
  sendCustomerImportInvitations,
  takeBackCustomerImport,
} from './invitations/invitation-operations.ts';
import {
  getCustomerImport,
  getCustomerImports,
  insertCustomerImport,
  startCustomerImport,
} from './operations.ts';

builder.queryFields((t) => ({
  getCustomerImport: t.field({
    type: ImportRef,
    description: 'How far an import is, with lines that could not be used (`offset`, `limit` up to 100).',
    args: { id: t.arg.id({ required: true }), offset: t.arg.int(), limit: t.arg.int() },
    resolve: (_, args, context) => getCustomerImport.call(context, args),
  }),
  getCustomerImportLines: t.field({
    type: [RowRef],
    description: 'Lines of a checked list: `new`, `decide` or `mend` (`offset`, `limit` up to 50).',
    args: {
      id: t.arg.id({ required: true }),
      show: t.arg({ type: ShowRef, required: true }),
      offset: t.arg.int(),
      limit: t.arg.int(),
    },
    resolve: (_, args, context) => getCustomerImportLines.call(context, args),
  }),
  getCustomerImports: t.field({
    type: PageRef,
    description: 'Earlier imports of a provider, the newest first; of the own one where none is named.',
    args: { provider_id: t.arg.id(), offset: t.arg.int(), limit: t.arg.int() },
    resolve: (_, args, context) => getCustomerImports.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  insertCustomerImport: t.field({
    type: ImportRef,
    description: 'Reads a list that was sent and shows its first lines (API-56). Invites no one yet.',
    args: {
      file: t.arg({ type: FileInput, required: true }),
      provider_id: t.arg.id(),
      form: t.arg({ type: FormInput }),
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => insertCustomerImport.call(context, args),
  }),
  startCustomerImport: t.field({
    type: ImportRef,
    description: 'Invitations leave an hour after the import, or with it for `send_now`.',
    args: { id: t.arg.id({ required: true }), send_now: t.arg.boolean() },
    resolve: (_, args, context) => startCustomerImport.call(context, args),
  }),
  decideCustomerImportLines: t.field({
    type: ImportRef,
    description: 'Decides for some lines, or for all of a kind; without a decision takes it back.',
    args: {
      id: t.arg.id({ required: true }),
      decision: t.arg({ type: DecisionRef }),
      lines: t.arg.intList(),
      kind: t.arg({ type: SameKindRef }),
    },
    resolve: (_, args, context) => decideCustomerImportLines.call(context, args),
  }),
  mendCustomerImportLine: t.field({
    type: ImportRef,
    description:
      'Replaces cells of a line to mend and checks it again; keeps nothing while it has a problem.',
    args: {
      id: t.arg.id({ required: true }),
      line: t.arg.int({ required: true }),
      cells: t.arg({ type: CellsInput, required: true }),
    },
    resolve: (_, args, context) => mendCustomerImportLine.call(context, args),
  }),
  sendCustomerImportInvitations: t.field({
    type: ImportRef,
    description: 'Sends invitations at once that would leave later.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => sendCustomerImportInvitations.call(context, args),
  }),
  takeBackCustomerImport: t.field({
    type: ImportRef,
    description: 'Removes the customers that an import added, until their invitations leave.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => takeBackCustomerImport.call(context, args),
  }),
}));
