import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { firstDocumentType, type FileCategory } from '../../../../domain/files/categories.ts';
import { useText } from '../../../app/texts.tsx';
import type { StoredFile } from '../file-api.ts';
import { keptUploads } from '../sending/uploads/kept-uploads.ts';
import { ruleOf } from '../sending/rule.ts';
import { server } from '../sending/server.ts';
import type { UploadsView } from '../sending/uploads/upload-list.ts';
import { createUploads, type Unfinished, type Uploads } from '../sending/uploads/uploads.ts';

const unfinishedOf = (files: readonly StoredFile[]): readonly Unfinished[] =>
  files.flatMap(({ id, file_name, size, upload }) =>
    upload && !upload.is_checking && upload.problem === null && size !== null
      ? { name: file_name, size, open: { fileId: id, partSize: upload.part_size, arrived: upload.received } }
      : [],
  );

/** Files that are chosen and sent in the dialog of a category. `files` are the stored ones. */
export function useUploads(
  category: FileCategory,
  files: readonly StoredFile[],
): UploadsView & Omit<Uploads, 'view' | 'subscribe' | 'leave'> {
  const t = useText();
  const latest = useRef({ files, t });
  latest.current = { files, t };
  const [uploads] = useState(() =>
    createUploads({
      service: server,
      category,
      rule: ruleOf(category, () => latest.current.t(`upload.types.${category}`)),
      firstType: category === 'ADDITIONAL_DOCUMENT' ? firstDocumentType : null,
      kept: keptUploads,
      unfinished: () => unfinishedOf(latest.current.files),
    }),
  );
  useEffect(() => uploads.leave, [uploads]);
  return { ...useSyncExternalStore(uploads.subscribe, uploads.view), ...uploads };
}
