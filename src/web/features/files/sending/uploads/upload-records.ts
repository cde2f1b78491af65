import type { KeptUploads } from './kept-uploads.ts';
import type { OpenUpload, SendingService } from '../service.ts';
import type { Upload, UploadList } from './upload-list.ts';

type RecordsOptions = { service: Pick<SendingService, 'remove'>; kept: KeptUploads };

export type UploadRecords = ReturnType<typeof createUploadRecords>;

/** Creates the notes about uploads of a list that exist at the server, which a later visit can continue. */
export function createUploadRecords({ service, kept }: RecordsOptions, list: UploadList) {
  /** Cancels an upload at the server. If this fails, the server's clean-up deletes it later. */
  function giveUp(open: OpenUpload | undefined): void {
    if (!open) return;
    kept.forget(open.fileId);
    service.remove(open.fileId).catch(() => {});
  }

  return {
    giveUp,
    /** Notes the state of an upload at the server. */
    note({ key, file }: Upload, opened: OpenUpload): void {
      kept.note(opened.fileId, file);
      list.noteBegun(opened);
      if (list.find(key)) list.patch(key, { open: opened });
      // It was stopped while its record was created.
      else giveUp(opened);
    },
    /** Call it when the server has the whole file. */
    finish: ({ fileId }: Pick<OpenUpload, 'fileId'>) => kept.forget(fileId),
  };
}
