import { turns, type PhotographedPage } from '../../../../domain/files/photographs.ts';
import { call } from '../../../api/call.ts';
import { graphql } from '../../../api/graphql.ts';
import { putBytes } from '../../../api/fetch/put-bytes.ts';
import { activateFile, stopUpload, type StoredFile } from '../file-api.ts';
import { server } from '../sending/server.ts';
import type { OpenPhotographs, PhotographService } from './kept/service.ts';

const BeginPhotographs = graphql(`
  mutation beginPhotographs($file_name: String!) {
    beginPhotographs(file_name: $file_name) {
      id
      upload {
        part_size
        pages {
          number
          size
          received
          turn
          top
          right
          bottom
          left
        }
      }
    }
  }
`);

const ChangePhotographs = graphql(`
  mutation changePhotographs($id: ID!, $pages: [PhotographInput!]!) {
    changePhotographs(id: $id, pages: $pages) {
      id
    }
  }
`);

type Upload = NonNullable<StoredFile['upload']>;
type KeptPage = NonNullable<Upload['pages']>[number];

const turnOf = (degrees: number) => turns.find((turn) => turn === degrees) ?? 0;

const pageOf = ({ number, size, received, turn, top, right, bottom, left }: KeptPage) => ({
  ...{ number, size, received, turn: turnOf(turn), crop: { top, right, bottom, left } },
});

/** Returns the unfinished document of photographs among a person's files; undefined if there is none. */
export function unfinishedPhotographs(files: readonly StoredFile[]): OpenPhotographs | undefined {
  const found = files.find(
    ({ upload }) =>
      upload?.pages && !upload.is_checking && upload.problem === null && upload.pages.length > 0,
  );
  if (!found?.upload?.pages) return undefined;
  return { id: found.id, partSize: found.upload.part_size, pages: found.upload.pages.map(pageOf) };
}

/** Returns the address of a photograph that the server keeps, drawn upright for the screen. */
export const pictureUrl = (id: string, number: number): string => `/api/files/${id}/pages/${number}`;

const inputOf = ({ number, size, turn, crop }: PhotographedPage) => ({ number, size, turn, ...crop });

/** The service that keeps photographs at the server. */
export const photographServer: PhotographService = {
  async begin(file_name) {
    const { id, upload } = (await call(BeginPhotographs, { file_name }, { types: ['File'] }))
      .beginPhotographs;
    return { id, partSize: upload?.part_size ?? 0, pages: (upload?.pages ?? []).map(pageOf) };
  },
  async change(id, pages) {
    await call(ChangePhotographs, { id, pages: pages.map(inputOf) }, { types: ['File'] });
  },
  async sendPart({ id, number, n, body }, { sent, signal }) {
    await putBytes(`${pictureUrl(id, number)}/parts/${n}`, body, { onSent: sent, signal });
  },
  async finish(id) {
    const { upload } = (await activateFile(id)).activateFile;
    return { isChecking: upload?.is_checking === true };
  },
  remove: stopUpload,
  wait: server.wait,
};
