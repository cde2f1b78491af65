import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { melbourneDate } from '../../../../domain/fields.ts';
import { useText } from '../../../app/texts.tsx';
import type { StoredFile } from '../file-api.ts';
import { isOnItsWay } from './kept/page-list.ts';
import { createPhotographs } from './kept/photographs.ts';
import { loadPicture, readPicture, releasePicture } from './read-picture.ts';
import { photographServer, pictureUrl, unfinishedPhotographs } from './photographs-api.ts';

export type UsedPhotographs = ReturnType<typeof usePhotographs>;

/** Photographed pages of a directive. `files` are the stored ones, among them an unfinished document of an earlier visit. */
export function usePhotographs(files: readonly StoredFile[]) {
  const t = useText();
  const words = useRef(t);
  words.current = t;
  const [photographs] = useState(() =>
    createPhotographs({
      service: photographServer,
      read: readPicture,
      release: releasePicture,
      newFileName: () => words.current('upload.pages.fileName', { date: melbourneDate(new Date()) }),
    }),
  );
  const view = useSyncExternalStore(photographs.subscribe, photographs.view);
  useEffect(() => photographs.leave, [photographs]);

  const open = unfinishedPhotographs(files);
  const resumed = useRef(false);
  useEffect(() => {
    // Only what was there when the dialog opened: later readings of the list may be older than the pages shown.
    if (resumed.current || !open) return;
    resumed.current = true;
    photographs.resume(open);
  }, [photographs, open]);

  const missing = view.pages.find(
    ({ picture, file, state }) => !picture && !file && state.kind === 'arrived',
  );
  const number = missing?.number;
  useEffect(() => {
    if (number === undefined || view.id === undefined) return;
    void loadPicture(pictureUrl(view.id, number)).then((picture) =>
      photographs.setPicture(number, picture ?? { src: '', width: 3, height: 4 }),
    );
  }, [photographs, number, view.id]);

  return {
    ...photographs,
    ...view,
    sending: view.pages.some(isOnItsWay),
    expiresAt: files.find(({ id }) => id === view.id)?.upload?.expires_at,
  };
}
