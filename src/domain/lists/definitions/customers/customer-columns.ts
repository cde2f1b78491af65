import type { AccountStatus } from '../../../customers/status.ts';
import type { PlanState } from '../../../customers/plan-state.ts';
import type { IsoDate } from '../../../fields.ts';
import type { PlainTextKey } from '../../../i18n/texts.ts';
import type { Filter } from '../../list.ts';

// The early script (src/web/early) contains this module. Keep it small: data only, and imports of types only.

/** Values of the types of fields in the API. */
type ValueTypes = {
  ID: string;
  String: string;
  Boolean: boolean;
  Date: IsoDate;
  DateTime: Date;
  AcpStatus: 'draft' | 'complete';
  CustomerPlanState: PlanState;
  UserStatus: AccountStatus;
  Integrations: { type: string }[];
};

export type FieldType = keyof ValueTypes;

/** Every field of a customer in the API, with its type: `?` for one that can be null. */
export const customerFields = {
  id: 'ID',
  first_name: 'String?',
  last_name: 'String?',
  email: 'String?',
  designated_email: 'Boolean',
  placeholder_email: 'Boolean',
  image: 'String?',
  customer_id: 'String?',
  room: 'String?',
  provider_id: 'ID?',
  provider: 'String?',
  acp_status: 'AcpStatus',
  plan_state: 'CustomerPlanState',
  latest_update: 'DateTime?',
  customer_status: 'UserStatus',
  created_at: 'DateTime',
  invite_date: 'DateTime?',
  invitation_expires: 'DateTime?',
  last_reminder: 'DateTime?',
  trial_end_date: 'Date?',
  removal_on: 'Date?',
  in_hospital_since: 'DateTime?',
  is_duplicate: 'Boolean',
  integrations: 'Integrations',
} as const satisfies Record<string, FieldType | `${FieldType}?`>;

type Fields = typeof customerFields;
export type CustomerField = keyof Fields;

type ValueOf<Type> = Type extends `${infer Known extends FieldType}?`
  ? ValueTypes[Known] | null
  : Type extends FieldType
    ? ValueTypes[Type]
    : never;

/** A customer as the list shows them (CTABLE-05, ENT-07). Contains nothing that they wrote. */
export type CustomerRow = { -readonly [Field in CustomerField]: ValueOf<Fields[Field]> };

/** Filters of customers in addition to their plan: the state of the plan or the account, and the work of the day. */
export const customerStatuses = [
  'draft',
  'none',
  'invited',
  'lapsing',
  'recent',
  'month',
  'trial',
  'review',
  'again',
  'noConversation',
  'suspended',
  'archived',
  'removing',
  'archivedHouse',
] as const;

/** A cell of the CSV file: the value of a field, the Melbourne date of an instant, a translated value, or the full name. */
type CustomerCsv =
  | { readonly text: CustomerField }
  | { readonly day: CustomerField }
  | { readonly word: CustomerField; readonly texts: string }
  | { readonly name: true };

/** A filter with the name of its parameter and the key of its label. The key of the text of a choice is `<texts>.<value>`. */
export type CustomerFilter = Filter & {
  readonly name: string;
  readonly label: PlainTextKey;
  readonly texts?: string;
};

type CustomerColumn = {
  readonly key: string;
  readonly title: PlainTextKey;
  /** The fields that the column adds to the query of the web. */
  readonly reads: readonly CustomerField[];
  /** Sort key. */
  readonly sort?: string;
  readonly filter?: CustomerFilter;
  readonly csv: CustomerCsv;
  /** The column is only in the CSV file, not on the screen. */
  readonly onlyCsv?: true;
};

/** Fields of each row that no column shows; its links and actions need them. */
export const rowFields = [
  'id',
  'provider_id',
  'placeholder_email',
  'last_reminder',
  'in_hospital_since',
  'is_duplicate',
] as const;

/**
 * The columns of the customer table in their order (CTABLE-05, CTABLE-10 to CTABLE-16): everything about a column except its SQL
 * (src/server/features/customers/customer-sql.ts) and its cell on the screen (src/web/features/customers/table/columns.tsx).
 */
export const customerColumns = [
  {
    key: 'name',
    title: 'customers.col.name',
    reads: ['first_name', 'last_name', 'image'],
    sort: 'name',
    filter: { name: 'search', kind: 'text', label: 'customers.search.label' },
    csv: { name: true },
  },
  {
    key: 'email',
    title: 'customers.csv.email',
    reads: ['email', 'designated_email'],
    csv: { text: 'email' },
    onlyCsv: true,
  },
  {
    key: 'customer_id',
    title: 'customers.col.customerId',
    reads: ['customer_id'],
    csv: { text: 'customer_id' },
  },
  {
    key: 'room',
    title: 'customers.col.room',
    reads: ['room'],
    sort: 'room',
    csv: { text: 'room' },
  },
  {
    key: 'provider',
    title: 'customers.col.provider',
    reads: ['provider'],
    filter: { name: 'provider_id', kind: 'reference', label: 'customers.filter.provider' },
    csv: { text: 'provider' },
  },
  {
    key: 'acp_status',
    title: 'customers.col.acpStatus',
    reads: ['plan_state'],
    filter: {
      name: 'view',
      kind: 'choice',
      values: ['complete'],
      label: 'customers.filter.view',
      texts: 'customers.view',
    },
    csv: { word: 'plan_state', texts: 'customers.acpStatus' },
  },
  {
    key: 'latest_update',
    title: 'customers.col.latestUpdate',
    reads: ['latest_update'],
    csv: { day: 'latest_update' },
  },
  {
    key: 'customer_status',
    title: 'customers.col.customerStatus',
    reads: ['customer_status', 'trial_end_date', 'removal_on', 'integrations'],
    filter: {
      name: 'status',
      kind: 'choice',
      values: customerStatuses,
      label: 'customers.filter.status',
      texts: 'customers.filter',
    },
    csv: { word: 'customer_status', texts: 'customers.status' },
  },
  // The creation day of an account is shown as the day of the invitation (CTABLE-06).
  {
    key: 'invite_date',
    title: 'customers.col.inviteDate',
    reads: ['created_at'],
    sort: 'created_at',
    csv: { day: 'created_at' },
  },
] as const satisfies readonly CustomerColumn[];

type Column = (typeof customerColumns)[number];
/** Key of a column of the CSV file. */
export type CustomerColumnKey = Column['key'];
/** Key of a column of the screen. */
export type ShownColumnKey = Exclude<Column, { onlyCsv: true }>['key'];
export type CustomerSort = Extract<Column, { sort: string }>['sort'];

type ColumnFilter = Extract<Column, { filter: object }>['filter'];
/** The filters of the columns, by the name of their parameter. */
export type CustomerFilters = { [F in ColumnFilter as F['name']]: F };

/** Keys of the texts of all values of choices. */
export type ChoiceText = {
  [F in ColumnFilter as F['name']]: F extends {
    texts: infer Texts extends string;
    values: readonly (infer Value extends string)[];
  }
    ? `${Texts}.${Value}`
    : never;
}[ColumnFilter['name']];

/** Keys of the texts of all words in the CSV file. */
export type CsvText = {
  [C in Column as C['key']]: C['csv'] extends {
    word: infer Field extends CustomerField;
    texts: infer Texts extends string;
  }
    ? `${Texts}.${Exclude<ValueOf<Fields[Field]>, null> & (string | boolean)}`
    : never;
}[CustomerColumnKey];
