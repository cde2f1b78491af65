import { importStates, listColumns } from '../../../../domain/customers/import/columns.ts';
import { importEncodings } from '../../../../domain/customers/import/encodings.ts';
import type { RowProblem } from '../../../../domain/customers/import/row.ts';
import {
  importDecisions,
  sameKinds,
  type InvitationState,
} from '../../../../domain/customers/import/same-person.ts';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { fullName } from '../../../../domain/names.ts';
import { builder } from '../../../graphql/builder.ts';
import type { FoundForm } from './checking/check-list.ts';
import type { HouseTotal } from './checking/houses-store.ts';
import { linesShown, type ShownLine } from './checking/line-operations.ts';
import type { OpenKind, SamePerson } from './checking/lines-store.ts';
import { problemWords, type BadRow } from './problems.ts';
import type { CustomerImport } from './store.ts';

const ImportStateRef = builder.enumType('CustomerImportState', { values: importStates });

export const DecisionRef = builder.enumType('CustomerImportDecision', { values: importDecisions });
export const ShowRef = builder.enumType('CustomerImportShown', { values: linesShown });
export const SameKindRef = builder.enumType('CustomerImportSameKind', { values: sameKinds });
const InvitationsRef = builder.enumType('CustomerImportInvitations', {
  values: { waiting: {}, sent: {}, taken_back: { value: 'taken back' } } satisfies Record<
    string,
    { value?: InvitationState }
  >,
});

const PersonRef = builder.objectRef<SamePerson>('CustomerImportPerson').implement({
  description: 'A customer whom a line may name.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.string({ resolve: (person) => fullName(person) }),
    customer_id: t.exposeString('customer_id', { nullable: true }),
    birth_date: t.exposeString('birth_date', { nullable: true, description: 'ISO date.' }),
    provider: t.exposeString('provider', { nullable: true }),
  }),
});

const FaultRef = builder.objectRef<RowProblem>('CustomerImportFault').implement({
  description: 'What is wrong at one column of a line.',
  fields: (t) => ({
    column: t.exposeString('field', { description: '`line` for the line as a whole.' }),
    message: t.string({
      description: "In the caller's language.",
      resolve: (problem, _, { meta: { language } }) =>
        problemWords(translatorOf(language, catalogue[language]), problem),
    }),
  }),
});

type Row = Pick<BadRow, 'line' | 'cells' | 'problems'> &
  Partial<Pick<ShownLine, 'same' | 'person' | 'decision'>>;

export const RowRef = builder.objectRef<Row>('CustomerImportRow').implement({
  description: 'A line of a list as it was read.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'Of the file, from 1.' }),
    ...Object.fromEntries(
      listColumns.map((column) => [
        column,
        t.string({
          description: 'As it stood in the file, or as it was mended.',
          resolve: ({ cells }) => cells[column] ?? '',
        }),
      ]),
    ),
    problems: t.string({
      description: "What is to mend, in the caller's language, each on a line. Empty for a line that fits.",
      resolve: ({ problems }, _, { meta: { language } }) => {
        const translate = translatorOf(language, catalogue[language]);
        return problems.map((problem) => problemWords(translate, problem)).join('\n');
      },
    }),
    faults: t.field({
      type: [FaultRef],
      description: 'The same by the column that is to be mended.',
      resolve: ({ problems }) => problems,
    }),
    same: t.field({
      type: SameKindRef,
      nullable: true,
      description: 'By what the line may name a customer who is there already.',
      resolve: ({ same }) => same?.kind ?? null,
    }),
    person: t.field({
      type: PersonRef,
      nullable: true,
      description: 'That customer, where the lines to decide were asked for.',
      resolve: ({ person }) => person ?? null,
    }),
    decision: t.field({ type: DecisionRef, nullable: true, resolve: ({ decision }) => decision ?? null }),
  }),
});

const OpenRef = builder.objectRef<OpenKind>('CustomerImportOpen').implement({
  description: 'Lines of a checked list of one kind that are not simply new customers.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'mend, or a CustomerImportSameKind.' }),
    lines: t.exposeInt('lines'),
    undecided: t.exposeInt('undecided'),
  }),
});

const ColumnRef = builder
  .objectRef<{ head: string; target: string | null; samples: string[] }>('CustomerImportColumn')
  .implement({
    description: 'A column of a list.',
    fields: (t) => ({
      head: t.exposeString('head', { description: 'As the first line names it.' }),
      target: t.exposeString('target', {
        nullable: true,
        description: 'The column of the template that it is read as; null for one that is left out.',
      }),
      samples: t.exposeStringList('samples', { description: 'Cells of the first lines.' }),
    }),
  });

const FormRef = builder.objectRef<FoundForm>('CustomerImportForm').implement({
  description: 'How a list was read.',
  fields: (t) => ({
    encoding: t.exposeString('encoding'),
    century: t.exposeInt('century', { description: 'Of years with two digits: 19 or 20.' }),
    short_year: t.exposeString('short_year', {
      nullable: true,
      description: 'A birth date whose year has two digits.',
    }),
    accent: t.exposeString('accent', {
      nullable: true,
      description: 'A name with a letter beyond ASCII, by which the encoding can be judged.',
    }),
    is_template: t.exposeBoolean('is_template'),
    columns: t.field({
      type: [ColumnRef],
      resolve: ({ heads, columns, samples }) =>
        heads.map((head, at) => ({
          head,
          target: columns[at] ?? null,
          samples: samples.map((cells) => cells[at] ?? ''),
        })),
    }),
  }),
});

export const FormInput = builder.inputType('CustomerImportFormInput', {
  description: 'How a list is to be read that is not the template.',
  fields: (t) => ({
    columns: t.stringList({
      required: true,
      description: 'For each column of the file its name in the template; empty for one that is left out.',
    }),
    century: t.int({ required: true, description: 'Of years with two digits: 19 or 20.' }),
    encoding: t.string({ description: `Where the guess was wrong: ${importEncodings.join(', ')}.` }),
  }),
});

export const CellsInput = builder.inputType('CustomerImportCellsInput', {
  description: 'The mended cells of a line.',
  fields: (t) => Object.fromEntries(listColumns.map((column) => [column, t.string()])),
});

const HouseRef = builder.objectRef<HouseTotal>('CustomerImportHouse').implement({
  description: 'New customers of a checked list for one house.',
  fields: (t) => ({ name: t.exposeString('name'), fresh: t.exposeInt('fresh') }),
});

type Import = CustomerImport & {
  found?: FoundForm;
  preview?: Row[];
  problems?: Row[];
  open?: OpenKind[];
  houses?: HouseTotal[];
};

export const ImportRef = builder.objectRef<Import>('CustomerImport').implement({
  description: 'A list of customers that staff import (ENT-24).',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', { description: 'Of the file.' }),
    state: t.expose('state', { type: ImportStateRef }),
    line: t.exposeInt('line', { description: 'The line of the file that was last worked on.' }),
    total: t.exposeInt('total', { description: 'Lines with a customer.' }),
    reached: t.exposeInt('reached', { description: 'How many of them were worked on.' }),
    done: t.exposeInt('done', { description: 'Customers who were added.' }),
    failed: t.exposeInt('failed', { description: 'Lines that could not be used.' }),
    imported_by: t.string({ nullable: true, resolve: (row) => fullName(row) || null }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    finished_at: t.expose('finished_at', { type: 'DateTime', nullable: true }),
    fresh: t.exposeInt('fresh', { nullable: true, description: 'New customers of a checked list.' }),
    addressless: t.exposeInt('addressless', {
      nullable: true,
      description: 'Those of them without an e-mail address.',
    }),
    doubtful: t.exposeInt('doubtful', {
      nullable: true,
      description: 'Lines whose person may be a customer already.',
    }),
    faulty: t.exposeInt('faulty', { nullable: true, description: 'Lines that cannot be used.' }),
    updated: t.exposeInt('updated', { description: 'Customers who were there and were updated.' }),
    kept: t.exposeInt('kept', { description: 'Customers who were there and were left as they are.' }),
    taken_back: t.exposeInt('taken_back', {
      description: 'Customers removed when the import was taken back.',
    }),
    invitations: t.expose('invitations', {
      type: InvitationsRef,
      nullable: true,
      description: 'Null where they leave with the import.',
    }),
    invitations_due_at: t.expose('invitations_due_at', { type: 'DateTime', nullable: true }),
  }),
});

// Filled only by calls that check a list, or that ask for its lines.
builder.objectFields(ImportRef, (t) => ({
  open: t.field({
    type: [OpenRef],
    description: 'Where the list was checked or lines were decided just now.',
    resolve: ({ open = [] }) => open,
  }),
  houses: t.field({
    type: [HouseRef],
    description:
      'Where the list was checked or a line was mended just now; empty without a column for the house.',
    resolve: ({ houses = [] }) => houses,
  }),
  form: t.field({
    type: FormRef,
    nullable: true,
    description: 'How the list was read, where it was checked just now.',
    resolve: ({ found }) => found ?? null,
  }),
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
}));

export const PageRef = builder
  .objectRef<{ count: number; data: CustomerImport[] }>('CustomerImportPage')
  .implement({
    fields: (t) => ({
      count: t.exposeInt('count'),
      data: t.field({ type: [ImportRef], resolve: ({ data }) => data }),
    }),
  });

export const FileInput = builder.inputType('CustomerImportFile', {
  description: 'What POST /api/customer-imports answered for the file.',
  fields: (t) => ({
    name: t.string({ required: true }),
    path: t.string({ required: true }),
    storage_key: t.string({ required: true }),
  }),
});
