import { importColumns } from '../../../../domain/customers/import/columns.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import { person, provider } from '../../../../../testing/people.ts';
import type { Context, Services } from '../../../pipeline/context.ts';
import { getCustomerImport, insertCustomerImport, startCustomerImport } from './operations.ts';
import { openCustomerImport, receiveList } from './upload/upload-operations.ts';

/** Heading of a list of customers as staff write it. */

export const head = importColumns.join(',');

const letters = 'abcdefghij';

/** Returns a unique last name for a customer number, so that no two numbers name the same person. */
export const lastNameOf = (number: number): string =>
  `Lee${[...String(number)].map((digit) => letters[Number(digit)]).join('')}`;

/** Returns a valid line for a customer number. */
export const fitting = (number: number): string =>
  `Ann,${lastNameOf(number)},ann.lee${number}@example.org,14/05/1943,Female,,C-${number}`;

export const listOf = (...lines: string[]): string => [head, ...lines, ''].join('\n');

export const contextOf = (services: Services, actor: Actor): Context => ({
  services,
  actor,
  meta: { requestId: 'test', address: '127.0.0.1', userAgent: null, language: 'en', sessionId: null },
});

export const system = (services: Services): Context => contextOf(services, { kind: 'system' });

/** A provider with a provider admin who manages customers. */
export async function house(services: Services) {
  const providerId = await provider(services);
  const nurse = await person(services, { role: 'provideradmin', providerId });
  return { providerId, nurse, as: contextOf(services, nurse.actor) };
}

async function* inChunks(bytes: Buffer, size = 16_384): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function send(context: Context, providerId: string, list: string | Buffer, name = 'list.csv') {
  const bytes = Buffer.from(list as string);
  const file = await openCustomerImport.call(context, { provider_id: providerId, name, size: bytes.length });
  await receiveList(context.services, file, inChunks(bytes), 20_000);
  return { name: file.name, path: `imports/${file.id}`, storage_key: file.storage_key };
}

/** Uploads a list and checks it. */
export async function check(context: Context, providerId: string, list: string | Buffer) {
  const file = await send(context, providerId, list);
  return insertCustomerImport.call(context, { file, provider_id: providerId });
}

/** Uploads a list and starts its import, without running it. */
export async function start(
  context: Context,
  providerId: string,
  list: string | Buffer,
  { send_now = true } = {},
): Promise<string> {
  const { id } = await check(context, providerId, list);
  await startCustomerImport.call(context, { id, send_now });
  return id;
}

/** Returns the progress of an import, with the first problem of each line. */
export async function resultOf(as: Context, id: string) {
  const { state, total, done, failed, problems } = await getCustomerImport.call(as, { id, limit: 100 });
  const lines = problems.map(({ line, problems: [first] }) => `${line} ${first?.field}: ${first?.message}`);
  return { state, total, done, failed, lines };
}

export const customersOf = async ({ db }: Services, providerId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('provider_id', '=', providerId)
    .where('permission_role_id', '=', 5)
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
};

/** Counts the waiting events by type. */
export const eventsOf = async ({ db }: Services): Promise<Record<string, number>> => {
  const rows = await db.selectFrom('outbox').select('type').execute();
  const counts: Record<string, number> = {};
  for (const { type } of rows) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};
