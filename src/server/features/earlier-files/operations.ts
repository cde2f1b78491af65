import * as z from 'zod/mini';
import { scopeOf } from '../../../domain/access/scope.ts';
import type { Subjects } from '../../../domain/access/subjects.ts';
import { AppError, refuseInvalid } from '../../../domain/errors.ts';
import { normaliseEmail } from '../../../domain/fields.ts';
import type { CheckProblem } from '../../../domain/files/check-problems.ts';
import { earlierFileList } from '../../../domain/lists/definitions/earlier-files.ts';
import { listInput } from '../../../domain/lists/list-input.ts';
import { queryOf } from '../../../domain/lists/query.ts';
import type { Services } from '../../pipeline/context.ts';
import { operation } from '../../pipeline/operation.ts';
import { callerId } from '../../pipeline/subjects.ts';
import type { Loading, Work } from '../../pipeline/work.ts';
import { checkGivenDocument, keepGivenDocument, type GivenDocument } from '../files/api.ts';
import { isSuperAdmin } from '../profile/api.ts';
import { openContent } from './content.ts';
import * as store from './store.ts';
import type { EarlierFile, EarlierKind } from './store.ts';

const id = z.string().check(z.uuid());

/** Maximum number of files that one call migrates: each is checked, which takes up to 15 seconds. */
const migratedAtMost = 10;

/** Loads whether the caller has the address that the operator names for these files (SUPER-02, GAP-115). */
async function asked({ actor, tx, services }: Loading): Promise<Subjects['earlierFiles']> {
  const none = { kind: 'earlierFiles', isNamed: false } as const;
  if (actor.kind !== 'person') return none;
  const row = await tx.selectFrom('users').select('email').where('id', '=', actor.userId).executeTakeFirst();
  if (!row) return none;
  const user = { email: row.email, permission_role: { role: actor.role } };
  return { ...none, isNamed: isSuperAdmin(services.config, user) };
}

type WithFiles = Subjects['earlierFiles'] & { files: EarlierFile[] };

/** Loads files only for the named administrator, so that no other call locks them. */
const withFiles =
  (kind: EarlierKind | null) =>
  async ({ ids }: { ids: readonly string[] }, loading: Loading): Promise<WithFiles> => {
    const subject = await asked(loading);
    if (!subject.isNamed) return { ...subject, files: [] };
    const found = await store.findByIds(loading.tx, ids, loading.lock);
    return { ...subject, files: found.filter((file) => kind === null || file.kind === kind) };
  };

const withFile = (kind: EarlierKind | null) => (input: { id: string }, loading: Loading) =>
  withFiles(kind)({ ids: [input.id] }, loading);

/** @throws AppError `not-found` */
function one({ files: [file] }: WithFiles): EarlierFile {
  if (!file) throw new AppError('not-found');
  return file;
}

const again = async (work: Pick<Work<unknown>, 'tx'>, file: EarlierFile): Promise<EarlierFile> =>
  (await store.findByIds(work.tx, [file.id], false))[0] ?? file;

/** Loads digital questionnaires of the earlier system, newest first (GAP-115). */
export const getLegacyFiles = operation({
  name: 'getLegacyFiles',
  kind: 'read',
  input: listInput(earlierFileList),
  access: { action: 'earlierFiles.manage', subject: (_, loading) => asked(loading) },
  run: ({ input, actor, tx }) =>
    store.findEarlierFiles(tx, { ...scopeOf(actor), kind: 'questionnaire' }, queryOf(earlierFileList, input)),
});

/** Loads end-of-life documents of the earlier system, newest first (GAP-115). */
export const getEOLFiles = operation({
  name: 'getEOLFiles',
  kind: 'read',
  input: listInput(earlierFileList),
  access: { action: 'earlierFiles.manage', subject: (_, loading) => asked(loading) },
  run: ({ input, actor, tx }) =>
    store.findEarlierFiles(tx, { ...scopeOf(actor), kind: 'eol' }, queryOf(earlierFileList, input)),
});

/** Opens a file of the earlier system, which is recorded in the audit trail. @throws AppError `not-found` */
export const previewEarlierFile = operation({
  name: 'previewEarlierFile',
  kind: 'write',
  input: z.strictObject({ id }),
  access: { action: 'earlierFiles.manage', subject: withFile(null) },
  async run({ subject, tx, auditDetails }) {
    const file = one(subject);
    const content = await store.findContent(tx, file.id);
    if (!content) throw new AppError('not-found');
    auditDetails({ earlier_file_id: file.id }, file.user_id ?? undefined);
    return { file, content };
  },
});

/**
 * Links a file to the customer with an address, here or in the earlier system (GAP-115).
 * @throws AppError `not-found`; `invalid` at `email` for an address that no customer has, or two; at `file` for a file that a
 * customer has already
 */
export const relinkEarlierFile = operation({
  name: 'relinkEarlierFile',
  kind: 'write',
  input: z.strictObject({ id, email: z.string().check(z.maxLength(320)) }),
  access: { action: 'earlierFiles.manage', subject: withFile(null) },
  async run(work) {
    const { input, subject, tx, auditDetails } = work;
    const file = one(subject);
    refuseDone(file);
    const userId = await store.findCustomerByEmail(tx, normaliseEmail(input.email));
    if (userId === null) throw noCustomer();
    auditDetails({ earlier_file_id: file.id, from: file.user_id }, userId);
    await store.link(tx, file.id, userId);
    return again(work, file);
  },
});

const noCustomer = () =>
  new AppError('invalid', { fields: [{ field: 'email', message: 'earlierFiles.error.noCustomer' }] });

function refuseDone({ status }: EarlierFile): void {
  if (status === 'done') refuseInvalid([{ field: 'file', message: 'earlierFiles.error.done' }]);
}

/** Deletes a file of the earlier system permanently. @throws AppError `not-found`; `invalid` at `file` for a customer's file */
export const deleteEarlierFile = operation({
  name: 'deleteEarlierFile',
  kind: 'write',
  input: z.strictObject({ id }),
  access: { action: 'earlierFiles.manage', subject: withFile(null) },
  async run({ subject, tx, auditDetails }) {
    const file = one(subject);
    refuseDone(file);
    auditDetails({ earlier_file_id: file.id }, file.user_id ?? undefined);
    await store.remove(tx, file.id);
    return file.id;
  },
});

type Checked = ReadonlyMap<string, GivenDocument | { problem: CheckProblem }>;

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Checks the files that are not done and have a customer, one after the other. */
async function checkAll(services: Services, files: readonly EarlierFile[]): Promise<Checked> {
  const checked = new Map<string, GivenDocument | { problem: CheckProblem }>();
  for (const file of files) {
    const content =
      file.status !== 'done' && file.user_id !== null ? await store.findContent(services.db, file.id) : null;
    if (!content) continue;
    const bytes = await openContent(services, file.id, content, file.size);
    checked.set(file.id, await checkGivenDocument(services, once(bytes), file.file_name));
  }
  return checked;
}

/**
 * Returns the customer of files that are migrated together; null if none has one. Files of several customers are refused, because
 * an entry of the audit trail belongs to the trail of one customer.
 * @throws AppError `invalid` at `file`
 */
function customerOf(files: readonly EarlierFile[]): string | null {
  const [userId = null, ...others] = new Set(files.flatMap(({ user_id }) => user_id ?? []));
  if (others.length > 0) refuseInvalid([{ field: 'file', message: 'earlierFiles.error.oneCustomer' }]);
  return userId;
}

/**
 * Refuses files that were linked to another customer since the caller saw them.
 * @throws AppError `invalid` at `file`
 */
function refuseOthers(files: readonly EarlierFile[], seen: string | null | undefined): void {
  if (seen != null && files.some(({ status, user_id }) => status !== 'done' && user_id !== seen))
    refuseInvalid([{ field: 'file', message: 'earlierFiles.error.otherCustomer' }]);
}

type Settling = Pick<Work<unknown>, 'tx' | 'now' | 'emit' | 'actor'>;

/** Makes a document of its customer from a checked file, or records why it was refused. Returns whether a document was added. */
async function settle(work: Settling, file: EarlierFile, checked: Checked): Promise<boolean> {
  const { tx, now, actor } = work;
  const result = checked.get(file.id);
  if (!result || file.status === 'done' || file.user_id === null) return false;
  if ('problem' in result) {
    await store.settle(tx, file.id, { status: 'refused', problem: result.problem, at: now });
    return false;
  }
  await keepGivenDocument(work, result, { userId: file.user_id, staffId: callerId(actor) });
  await store.settle(tx, file.id, { status: 'done', file_id: result.id, at: now });
  return true;
}

/**
 * Makes end-of-life documents of their customers from files of the earlier system, after the checks for every file (API-63,
 * GAP-115). Files that are done or have no customer stay as they are, so a repeated call changes nothing. `user_id` is the customer
 * whom the caller saw.
 * @throws AppError `not-found`; `unavailable` while the store is unavailable; `invalid` at `file` for files of several customers or of
 * another one, and when the customer's space is full
 */
export const migrateEOLFiles = operation({
  name: 'migrateEOLFiles',
  kind: 'write',
  input: z.strictObject({
    ids: z.array(id).check(z.minLength(1), z.maxLength(migratedAtMost)),
    user_id: z.nullish(id),
  }),
  access: { action: 'earlierFiles.manage', subject: withFiles('eol') },
  prepare: {
    async run({ services, subject: { files } }) {
      customerOf(files);
      return checkAll(services, files);
    },
  },
  async run(work) {
    const { input, subject, prepared, auditDetails } = work;
    const { files } = subject;
    if (files.length < new Set(input.ids).size) throw new AppError('not-found');
    refuseOthers(files, input.user_id);
    const migrated: string[] = [];
    for (const file of files) if (await settle(work, file, prepared)) migrated.push(file.id);
    auditDetails(
      {
        earlier_file_ids: files.map((file) => file.id).join(' '),
        files: migrated.length,
        changed: migrated.length > 0,
      },
      customerOf(files) ?? undefined,
    );
    return store.findByIds(work.tx, input.ids, false);
  },
});

/**
 * Makes a document of its customer from a digital questionnaire of the earlier system (GAP-115). A repeated call changes nothing. `user_id` is the customer whom the caller saw.
 * @throws AppError `not-found`; `invalid` at `email` while it has no customer, at `file` if it has another one; `unavailable` while
 * the store is unavailable
 */
export const activateLegacyFile = operation({
  name: 'activateLegacyFile',
  kind: 'write',
  input: z.strictObject({ id, user_id: z.nullish(id) }),
  access: { action: 'earlierFiles.manage', subject: withFile('questionnaire') },
  prepare: { run: ({ services, subject }) => checkAll(services, subject.files) },
  async run(work) {
    const { input, subject, prepared, auditDetails } = work;
    const file = one(subject);
    if (file.user_id === null) throw noCustomer();
    refuseOthers([file], input.user_id);
    const changed = await settle(work, file, prepared);
    auditDetails({ earlier_file_id: file.id, changed }, file.user_id);
    return again(work, file);
  },
});
