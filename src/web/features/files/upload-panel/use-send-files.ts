import { useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { useButtonState } from '../../../ui/buttons/use-button-state.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import type { useUploads } from './use-uploads.ts';

/** Time for which the button shows the result, in milliseconds (UPLOAD-14). */
const doneResetMs = 5_000;

export type FileSending = ReturnType<typeof useSendFiles>;

/** State of the send button, which follows a run of the uploads, and whether it was pressed without any file to send. */
export function useSendFiles(uploads: Pick<ReturnType<typeof useUploads>, 'choose' | 'start'>) {
  const t = useText();
  const { state, set } = useButtonState(doneResetMs);
  const [isAlerted, setAlerted] = useState(false);

  const choose = (files: readonly File[]) => {
    setAlerted(false);
    set('initial');
    uploads.choose(files);
  };

  const send = async (key?: string) => {
    setAlerted(false);
    set('pending');
    const outcome = await uploads.start(key);
    if (outcome.saved > 0) showSnackbar(t('success.fileSaved', { count: outcome.saved }));
    if (outcome.kept > 0) showSnackbar(t('upload.kept', { count: outcome.kept }));
    if (outcome.failed > 0) set('error');
    else set(outcome.saved > 0 ? 'complete' : 'initial');
  };

  return { state, isAlerted, setAlerted, choose, send };
}
