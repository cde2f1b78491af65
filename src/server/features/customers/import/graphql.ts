import { importColumns, importStates } from '../../../../domain/customers/import/columns.ts';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { fullName } from '../../../../domain/names.ts';
import { builder } from '../../../graphql/builder.ts';
import {
  getCustomerImport,
  getCustomerImports,
  insertCustomerImport,
  startCustomerImport,
  type PreviewRow,
} from './operations.ts';
import { problemWords } from './problems.ts';
import type { CustomerImport } from './store.ts';

const ImportStateRef = builder.enumType('CustomerImportState', { values: importStates });

const RowRef = builder.objectRef<PreviewRow>('CustomerImportRow').implement({
  description: 'A line of a list as it was read.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'Of the file, from 1.' }),
    ...Object.fromEntries(
      importColumns.map((column) => [
        column,
        t.string({ description: 'As it stood in the file.', resolve: ({ cells }) => cells[column] }),
      ]),
    ),
    problems: t.string({
      description: "What is to mend, in the caller's language, each on a line. Empty for a line that fits.",
      resolve: ({ problems }, _, { meta: { language } }) => {
        const translate = translatorOf(language, catalogue[language]);
        return problems.map((problem) => problemWords(translate, problem)).join('\n');
      },
    }),
  }),
});

type Import = CustomerImport & { preview?: PreviewRow[]; problems?: PreviewRow[] };

const ImportRef = builder.objectRef<Import>('CustomerImport').implement({
  description: 'A list of customers that staff import (ENT-24).',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', { description: 'Of the file.' }),
    state: t.expose('state', { type: ImportStateRef }),
    line: t.exposeInt('line', { description: 'The line of the file that was last worked on.' }),
    total: t.exposeInt('total', { description: 'Lines with a customer.' }),
    reached: t.exposeInt('reached', { description: 'How many of them were worked on.' }),
    done: t.exposeInt('done', { description: 'Customers who were invited.' }),
    failed: t.exposeInt('failed', { description: 'Lines that could not be used.' }),
    imported_by: t.string({ nullable: true, resolve: (row) => fullName(row) || null }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    finished_at: t.expose('finished_at', { type: 'DateTime', nullable: true }),
    preview: t.field({
      type: [RowRef],
      description: 'The first lines, where the list was checked just now.',
      resolve: ({ preview = [] }) => preview,
    }),
    problems: t.field({
      type: [RowRef],
      description: 'The lines that could not be used, as far as they were asked for.',
      resolve: ({ problems = [] }) => problems,
    }),
  }),
});

const PageRef = builder.objectRef<{ count: number; data: CustomerImport[] }>('CustomerImportPage').implement({
  fields: (t) => ({
    count: t.exposeInt('count'),
    data: t.field({ type: [ImportRef], resolve: ({ data }) => data }),
  }),
});

const FileInput = builder.inputType('CustomerImportFile', {
  description: 'What POST /api/customer-imports answered for the file.',
  fields: (t) => ({
    name: t.string({ required: true }),
    path: t.string({ required: true }),
    storage_key: t.string({ required: true }),
  }),
});

builder.queryFields((t) => ({
  getCustomerImport: t.field({
    type: ImportRef,
    description: 'How far an import is, with lines that could not be used (`offset`, `limit` up to 100).',
    args: { id: t.arg.id({ required: true }), offset: t.arg.int(), limit: t.arg.int() },
    resolve: (_, args, context) => getCustomerImport.call(context, args),
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
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => insertCustomerImport.call(context, args),
  }),
  startCustomerImport: t.field({
    type: ImportRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => startCustomerImport.call(context, args),
  }),
}));
