import { earlierFileList } from '../../../domain/lists/definitions/earlier-files.ts';
import type { Page } from '../../../domain/lists/page.ts';
import type { ListRequest } from '../../../domain/lists/request.ts';
import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapRead, type Read } from '../../api/use-read.ts';
import { useListRead } from '../../lists/use-list-read.ts';

const Legacy = graphql(`
  query getLegacyFiles($status: String, $offset: Int) {
    getLegacyFiles(status: $status, offset: $offset) {
      count
      count_is_exact
      data {
        id
        file_name
        earlier_email
        status
        problem
        user_id
        customer_name
        customer_email
      }
    }
  }
`);

const EndOfLife = graphql(`
  query getEOLFiles($status: String, $offset: Int) {
    getEOLFiles(status: $status, offset: $offset) {
      count
      count_is_exact
      data {
        id
        file_name
        earlier_email
        status
        problem
        user_id
        customer_name
        customer_email
      }
    }
  }
`);

const Relink = graphql(`
  mutation relinkEarlierFile($id: ID!, $email: String!) {
    relinkEarlierFile(id: $id, email: $email) {
      id
    }
  }
`);

const Activate = graphql(`
  mutation activateLegacyFile($id: ID!, $user_id: ID) {
    activateLegacyFile(id: $id, user_id: $user_id) {
      id
      status
    }
  }
`);

const Migrate = graphql(`
  mutation migrateEOLFiles($ids: [ID!]!, $user_id: ID) {
    migrateEOLFiles(ids: $ids, user_id: $user_id) {
      id
      status
    }
  }
`);

const Delete = graphql(`
  mutation deleteEarlierFile($id: ID!) {
    deleteEarlierFile(id: $id)
  }
`);

/** A file of the earlier system. */
export type EarlierFile = ResultOf<typeof Legacy>['getLegacyFiles']['data'][number];

const types = ['EarlierFile', 'EarlierFilePage'];
const changed = { types };

type EarlierRead = Read<Page<EarlierFile>>;
type EarlierRequest = ListRequest<typeof earlierFileList>;

/** Reads digital questionnaires of the earlier system. */
export const useLegacyFiles = (request: EarlierRequest): EarlierRead =>
  mapRead(
    useListRead(earlierFileList, request, Legacy, { types }),
    ({ getLegacyFiles: { count_is_exact, ...page } }) => ({ ...page, isExact: count_is_exact }),
  );

/** Reads end-of-life documents of the earlier system. */
export const useEolFiles = (request: EarlierRequest): EarlierRead =>
  mapRead(
    useListRead(earlierFileList, request, EndOfLife, { types }),
    ({ getEOLFiles: { count_is_exact, ...page } }) => ({ ...page, isExact: count_is_exact }),
  );

/** A file with the customer whom the list shows: if it has another one meanwhile, it is not given to that one. */
type Seen = Pick<EarlierFile, 'id' | 'user_id'>;

/** Links a file to the customer with an address. @throws ApiError */
export async function relink(id: string, email: string): Promise<void> {
  await call(Relink, { id, email }, changed);
}

/** Makes a document of its customer from a questionnaire. Returns whether the checks allowed it. @throws ApiError */
export async function activate({ id, user_id }: Seen): Promise<boolean> {
  const { activateLegacyFile } = await call(Activate, { id, user_id }, changed);
  return activateLegacyFile.status === 'done';
}

/** Makes a document of its customer from an end-of-life document. Returns whether the checks allowed it. @throws ApiError */
export async function migrate({ id, user_id }: Seen): Promise<boolean> {
  const { migrateEOLFiles } = await call(Migrate, { ids: [id], user_id }, changed);
  return migrateEOLFiles[0]?.status === 'done';
}

/** Deletes a file permanently. @throws ApiError */
export async function remove(id: string): Promise<void> {
  await call(Delete, { id }, changed);
}

/** Returns the address of a file's preview. */
export const previewOf = (id: string): string => `/api/super-admin/files/${id}`;
