import { useEffect, useRef, useState } from 'react';
import { getBytes } from '../../api/fetch/get-bytes.ts';
import { useAction } from '../../forms/use-action.ts';
import { saveFile } from '../../plan-view/pdf/pdf-file.ts';
import { fileUrl, type StoredFile } from './file-api.ts';

/** Time for which the button shows the result, in milliseconds. A failure is shown until the next try. */
const resetMs = 4_000;

/** State of a download: idle, downloading with its percent, success or error (FILE-06). */
export function useDownload({ id, file_name }: Pick<StoredFile, 'id' | 'file_name'>) {
  const [percent, setPercent] = useState<number>();
  const stop = useRef(new AbortController());
  const { run, state, problems } = useAction(
    async () => {
      setPercent(undefined);
      const { signal } = stop.current;
      const content = await getBytes(await fileUrl(id, 'attachment'), { onPercent: setPercent, signal });
      saveFile({ content, name: file_name });
    },
    { resetMs },
  );
  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);
  return { state, percent, failed: problems.length > 0, download: () => void run() };
}
