import type { ConversationOutcome } from '../../../customers/conversations/conversations.ts';
import { melbourneDate, type IsoDate } from '../../../fields.ts';
import type { PlainTextKey, Translate } from '../../../i18n/texts.ts';
import { fullName } from '../../../names.ts';
import type { CsvCell } from '../../csv.ts';
import {
  customerColumns,
  type CsvText,
  type CustomerColumnKey,
  type CustomerRow,
} from './customer-columns.ts';
import { lastDayOf, monthsAfter } from '../../../reports/months.ts';
import { lookAgainMonths } from '../../../plan/look-again.ts';
import type { ExportOnlyKey } from './export-columns.ts';

type Csv = (typeof customerColumns)[number]['csv'];

function cellOf(csv: Csv, row: CustomerRow, t: Translate): CsvCell {
  if ('name' in csv) return fullName(row);
  if ('text' in csv) return row[csv.text];
  if ('word' in csv) {
    const value = row[csv.word];
    return value === null ? null : t(`${csv.texts}.${value}` as CsvText);
  }
  const instant = row[csv.day];
  return instant && melbourneDate(instant);
}

/** Facts of a customer that only the export contains (N-10). */
export type ExportFacts = {
  birth_date: IsoDate | null;
  /** When the plan in force was signed, and its version; null without a signed plan. */
  signed_at: Date | null;
  plan_version: number | null;
  /** Substitute decision makers, those who agreed first. */
  decision_makers: readonly { name: string; agreed: boolean }[];
  /** The newest conversation about planning ahead (N-07). */
  last_conversation: { held_on: IsoDate; outcome: ConversationOutcome } | null;
};

export type ExportedCustomer = CustomerRow & ExportFacts;

type ExportColumn = {
  title: PlainTextKey;
  cell: (row: ExportedCustomer, t: Translate) => CsvCell;
  isDate?: boolean;
};

/** Returns the day from which a complete plan is due for review; null for any other plan, and while papers wait for a check. */
function nextLook(row: CustomerRow): IsoDate | null {
  const { acp_status, plan_state, customer_status, removal_on, latest_update } = row;
  const isAside = customer_status === 'archived' || removal_on !== null;
  if (acp_status !== 'complete' || plan_state === 'review' || isAside || latest_update === null) return null;
  const changed = melbourneDate(latest_update);
  const month = monthsAfter(changed, lookAgainMonths);
  const sameDay = month.slice(0, 8) + changed.slice(8);
  const lastDay = lastDayOf(month);
  return sameDay < lastDay ? sameDay : lastDay;
}

const exportOnly: Record<ExportOnlyKey, ExportColumn> = {
  birth_date: { title: 'customers.csv.birthDate', cell: ({ birth_date }) => birth_date, isDate: true },
  signed_on: {
    title: 'customers.csv.signedOn',
    cell: ({ signed_at }) => signed_at && melbourneDate(signed_at),
    isDate: true,
  },
  plan_version: { title: 'customers.csv.planVersion', cell: ({ plan_version }) => plan_version },
  decision_maker: {
    title: 'customers.csv.decisionMaker',
    cell: ({ decision_makers }) => decision_makers.map(({ name }) => name).join('; ') || null,
  },
  decision_maker_agreed: {
    title: 'customers.csv.decisionMakerAgreed',
    cell: ({ decision_makers }, t) =>
      decision_makers
        .map(({ agreed }) => t(agreed ? 'customers.csv.agreed' : 'customers.csv.notAgreed'))
        .join('; ') || null,
  },
  next_look: { title: 'customers.csv.nextLook', cell: nextLook, isDate: true },
  last_conversation_on: {
    title: 'customers.csv.lastConversationOn',
    cell: ({ last_conversation: last }) => last && last.held_on,
    isDate: true,
  },
  last_conversation: {
    title: 'customers.csv.lastConversation',
    cell: ({ last_conversation: last }, t) => last && t(`customers.csv.conversation.${last.outcome}`),
  },
};

const ofTable = customerColumns.map(({ key, title, csv }) => [
  key,
  {
    title,
    cell: (row: CustomerRow, t: Translate) => cellOf(csv, row, t),
    isDate: 'day' in csv,
  } satisfies ExportColumn,
]);

/** The title of each column of the exported file, and the value of its cells. */
export const customerCsv = { ...Object.fromEntries(ofTable), ...exportOnly } as Record<
  CustomerColumnKey | ExportOnlyKey,
  ExportColumn
>;
