import {
  importMaxBytes,
  importStates,
  importTimeout,
  importType,
} from '../../../../domain/customers/import/columns.ts';
import { problemOfFileName } from '../../../../domain/files/file-name.ts';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';
import { oneOf } from '../../../api/one-of.ts';
import { putBytes } from '../../../api/put-bytes.ts';
import { useRead } from '../../../api/use-read.ts';

const InsertImport = graphql(`
  mutation insertCustomerImport($file: CustomerImportFile!, $provider_id: ID, $idempotency_key: String) {
    insertCustomerImport(file: $file, provider_id: $provider_id, idempotency_key: $idempotency_key) {
      id
      name
      total
      preview {
        line
        first_name
        last_name
        email
        birth_date
        gender
        medicare_number
        customer_id
        problems
      }
    }
  }
`);

const StartImport = graphql(`
  mutation startCustomerImport($id: ID!) {
    startCustomerImport(id: $id) {
      id
    }
  }
`);

const OneImport = graphql(`
  query getCustomerImport($id: ID!, $limit: Int) {
    getCustomerImport(id: $id, limit: $limit) {
      id
      name
      state
      line
      total
      reached
      done
      failed
      imported_by
      created_at
      problems {
        line
        first_name
        last_name
        email
        birth_date
        gender
        medicare_number
        customer_id
        problems
      }
    }
  }
`);

const Imports = graphql(`
  query getCustomerImports($provider_id: ID, $limit: Int) {
    getCustomerImports(provider_id: $provider_id, limit: $limit) {
      count
      data {
        id
        name
        state
        total
        done
        failed
        imported_by
        created_at
      }
    }
  }
`);

/** A list that was checked, with its first lines as they will be read. */
export type CheckedList = ResultOf<typeof InsertImport>['insertCustomerImport'];

/** An import that was started. */
export type StartedImport = ResultOf<typeof OneImport>['getCustomerImport'];

export type ListLine = StartedImport['problems'][number];

type SentFile = VariablesOf<typeof InsertImport>['file'];

const refused = (message: TextKey) => new ApiError('invalid', { fields: [{ field: 'file', message }] });

/** Some systems with a spreadsheet program call every CSV file by that program's type, and others call it nothing. */
const typesOfCsv: ReadonlySet<string> = new Set([importType, 'application/vnd.ms-excel', '']);

/** What is wrong with a chosen file, before anything is sent; undefined for a list that may be sent (IMPORT-03, IMPORT-04). */
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

/** Sends a list within twenty seconds (IMPORT-05). @throws ApiError */
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

/** Sends a list and has it checked. Nobody is invited yet. @throws ApiError */
export async function checkList(
  file: File,
  providerId: string,
  onPercent: (percent: number) => void,
): Promise<CheckedList> {
  const problem = fileProblem(file);
  if (problem) throw refused(problem);
  const sent = await sendList(file, providerId, onPercent);
  const variables = { file: sent, provider_id: providerId, idempotency_key: sent.storage_key.slice(-36) };
  return (await call(InsertImport, variables)).insertCustomerImport;
}

/** Starts an import. @throws ApiError */
export const startImport = (id: string) => call(StartImport, { id }, { types: ['CustomerImportPage'] });

/** Lines to fix that the dialog shows; the file has all of them. */
export const problemsShown = 100;

/** How far an import is, asked for by the dialog itself. @throws ApiError */
export async function findImport(id: string) {
  const { getCustomerImport } = await call(OneImport, { id, limit: problemsShown }, { unattended: true });
  return { ...getCustomerImport, state: oneOf(importStates, getCustomerImport.state) };
}

/** Earlier imports of a provider, the newest first. */
export const useImports = (providerId: string) =>
  useRead(Imports, { provider_id: providerId, limit: 10 }, { refresh: true, pause: providerId === '' });

export const reportPath = (id: string) => `/api/customer-imports/${id}/report.csv`;
export const templatePath = '/api/customer-imports/template.csv';
