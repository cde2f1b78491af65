import {
  importMaxBytes,
  importTimeout,
  importType,
  type ImportColumn,
} from '../../../../domain/customers/import/columns.ts';
import type { ImportDecision, SameKind } from '../../../../domain/customers/import/same-person.ts';
import { problemOfFileName } from '../../../../domain/files/file-name.ts';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';
import { putBytes } from '../../../api/fetch/put-bytes.ts';
import { useRead } from '../../../api/use-read.ts';

const InsertImport = graphql(`
  mutation insertCustomerImport(
    $file: CustomerImportFile!
    $provider_id: ID
    $form: CustomerImportFormInput
    $idempotency_key: String
  ) {
    insertCustomerImport(
      file: $file
      provider_id: $provider_id
      form: $form
      idempotency_key: $idempotency_key
    ) {
      id
      name
      total
      fresh
      addressless
      doubtful
      faulty
      open {
        kind
        lines
        undecided
      }
      houses {
        name
        fresh
      }
      form {
        encoding
        century
        short_year
        accent
        is_template
        columns {
          head
          target
          samples
        }
      }
    }
  }
`);

const Lines = graphql(`
  query getCustomerImportLines($id: ID!, $show: CustomerImportShown!, $offset: Int) {
    getCustomerImportLines(id: $id, show: $show, offset: $offset, limit: 20) {
      line
      first_name
      last_name
      email
      birth_date
      gender
      medicare_number
      customer_id
      room
      house
      problems
      faults {
        column
        message
      }
      same
      decision
      person {
        id
        name
        customer_id
        provider
      }
    }
  }
`);

const Decide = graphql(`
  mutation decideCustomerImportLines(
    $id: ID!
    $decision: CustomerImportDecision
    $lines: [Int!]
    $kind: CustomerImportSameKind
  ) {
    decideCustomerImportLines(id: $id, decision: $decision, lines: $lines, kind: $kind) {
      id
      open {
        kind
        lines
        undecided
      }
    }
  }
`);

const Mend = graphql(`
  mutation mendCustomerImportLine($id: ID!, $line: Int!, $cells: CustomerImportCellsInput!) {
    mendCustomerImportLine(id: $id, line: $line, cells: $cells) {
      id
      fresh
      addressless
      doubtful
      faulty
      open {
        kind
        lines
        undecided
      }
      houses {
        name
        fresh
      }
    }
  }
`);

/** A checked list: what it will do with how many lines. */
export type CheckedList = ResultOf<typeof InsertImport>['insertCustomerImport'] & {
  /** The file as it was sent, to be parsed again in another way. */
  sent: SentFile;
  providerId: string;
};

/** How a list is parsed: for each column of the file, a column of the template or nothing; its century and encoding. */
export type ListForm = { columns: string[]; century: number; encoding: string };

type SentFile = VariablesOf<typeof InsertImport>['file'];

const refused = (message: TextKey) => new ApiError('invalid', { fields: [{ field: 'file', message }] });

/** Some systems with a spreadsheet program give every CSV file that program's type, and others give it none. */
const typesOfCsv: ReadonlySet<string> = new Set([importType, 'application/vnd.ms-excel', '']);

/** Returns the error of a chosen file before anything is sent; undefined for a valid list (IMPORT-03, IMPORT-04). */
export function fileProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): TextKey | undefined {
  const isCsv = type === importType || (typesOfCsv.has(type) && /\.csv$/i.test(name));
  if (!isCsv) return 'error.csvType';
  const wrongName = problemOfFileName(name);
  if (wrongName) return wrongName;
  if (size > importMaxBytes) return 'error.import.tooLarge';
  return size === 0 ? 'error.import.empty' : undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function sentFile({ file }: Record<string, unknown>): SentFile {
  const { name, path, storage_key } = (file ?? {}) as Record<string, unknown>;
  if (!isText(name) || !isText(path) || !isText(storage_key)) throw new ApiError('general_error');
  return { name, path, storage_key };
}

/** Sends a list, with a timeout of twenty seconds (IMPORT-05). @throws ApiError */
async function sendList(
  file: File,
  providerId: string,
  onPercent: (percent: number) => void,
): Promise<SentFile> {
  const signal = AbortSignal.timeout(importTimeout);
  const query = new URLSearchParams({ provider_id: providerId, name: file.name });
  try {
    const answer = await putBytes(`/api/customer-imports?${query}`, file, {
      method: 'POST',
      type: importType,
      onSent: (bytes) => onPercent(Math.floor((100 * bytes) / file.size)),
      signal,
    });
    return sentFile(answer);
  } catch (error) {
    throw signal.aborted ? refused('error.import.timeout') : error;
  }
}

/** Sends a list to be checked. This invites no customers yet. @throws ApiError */
export async function checkList(
  file: File,
  providerId: string,
  onPercent: (percent: number) => void,
): Promise<CheckedList> {
  const problem = fileProblem(file);
  if (problem) throw refused(problem);
  const sent = await sendList(file, providerId, onPercent);
  const variables = { file: sent, provider_id: providerId, idempotency_key: sent.storage_key.slice(-36) };
  return { ...(await call(InsertImport, variables)).insertCustomerImport, sent, providerId };
}

/** Parses a sent list again, in another way. @throws ApiError */
export async function readAgain({ sent, providerId }: CheckedList, form: ListForm): Promise<CheckedList> {
  const variables = { file: sent, provider_id: providerId, form };
  return { ...(await call(InsertImport, variables)).insertCustomerImport, sent, providerId };
}

/** Number of lines of a kind that wait for a decision. */
export type OpenKind = CheckedList['open'][number];

/** A line of a checked list, with the existing customer whom it may match. */
export type CheckedLine = ResultOf<typeof Lines>['getCustomerImportLines'][number];

/** Page size of the lines of a checked list, as in the query. */
export const linesShown = 20;

/** Reads some lines of a checked list: `new`, to decide or to correct. */
export const useLines = (id: string, show: 'new' | 'decide' | 'mend', page: number) =>
  useRead(Lines, { id, show, offset: page * linesShown }, { refresh: true });

/** Decides for one line or for all of a kind. Returns the open decisions. @throws ApiError */
export async function decide(
  id: string,
  decision: ImportDecision,
  about: { line: number } | { kind: SameKind },
): Promise<OpenKind[]> {
  const chosen = 'line' in about ? { lines: [about.line] } : { kind: about.kind };
  return (await call(Decide, { id, decision, ...chosen })).decideCustomerImportLines.open;
}

/** Result of a corrected line. */
export type MendedList = ResultOf<typeof Mend>['mendCustomerImportLine'];

/** Corrects cells of a line, which is checked again. @throws ApiError at the columns that are still invalid */
export async function mendLine(
  id: string,
  line: number,
  cells: Partial<Record<ImportColumn, string>>,
): Promise<MendedList> {
  const types = ['CustomerImportRow'];
  return (await call(Mend, { id, line, cells }, { types })).mendCustomerImportLine;
}
