import { fullName } from '../../../domain/names.ts';
import { replacesTheOneBefore, type FileCategory } from '../../../domain/files/categories.ts';

import { Allowed, useMay } from '../../app/allowed.tsx';
import type { SessionUser } from '../../app/person.ts';
import { useText, useTexts } from '../../app/texts.tsx';
import { useActivePlan } from '../../plan-view/active-plan.ts';
import { useReadAgain } from '../../api/use-read-again.ts';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { useFiles } from './file-api.ts';
import { FileList } from './file-list.tsx';
import { PapersSetAside } from './papers-set-aside.tsx';
import { UploadPanel } from './upload-panel/upload-panel.tsx';
import { usePhotographs } from './photographs/use-photographs.ts';
import { useCloseGuard } from './use-close-guard.tsx';
import { useUploads } from './upload-panel/use-uploads.ts';
import css from './files.module.css';

type FilesDialogProps = { category: FileCategory; user: SessionUser; onClose: () => void };

/** Files of a category: an upload area, and the stored files (GAP-61, GAP-63). */
export function FilesDialog(props: FilesDialogProps) {
  const ready = useTexts(['files', 'photographs', 'file-errors', 'errors', 'success']);
  return ready ? <ReadyDialog {...props} /> : null;
}

/** Returns the name of the person who owns the files, if another person writes for them (D-02). */
function usePersonBehind(user: SessionUser): string | undefined {
  const answers = useActivePlan(user.id).data?.answers;
  if (user.for_my_self) return undefined;
  const { firstName = user.first_name, lastName = user.last_name } = answers ?? {};
  return fullName({ first_name: firstName, last_name: lastName }) || undefined;
}

function ReadyDialog({ category, user, onClose }: FilesDialogProps) {
  const t = useText();
  const read = useFiles(category);
  const files = read.data ?? [];
  useReadAgain(
    files.some(({ upload }) => upload?.is_checking),
    read.retry,
  );
  const uploads = useUploads(category, files);
  const photographs = usePhotographs(files);
  const person = usePersonBehind(user);
  const mayAddDirective = useMay('files.addDirective');
  const mayAdd = mayAddDirective || !replacesTheOneBefore(category);
  const { request, ask } = useCloseGuard(uploads.sending || photographs.sending, {
    onStop() {
      // Photographs that arrived are kept.
      if (!uploads.sending) return;
      uploads.removeAll();
      showSnackbar(t('error.file.uploadStopped'), 'problem');
    },
    onClose,
  });
  const lead =
    person && category === 'ACP' ? t('upload.lead.ACPOnBehalf', { person }) : t(`upload.lead.${category}`);
  return (
    <Modal open width={680} onClose={request} title={t(`upload.title.${category}`)} lead={lead}>
      <PapersSetAside files={files} person={person} provider={user.provider?.name ?? null} />
      <div className={css.about}>
        <Notice>{t(category === 'WISHES' ? 'upload.wishesNotPlan' : 'upload.noCheck')}</Notice>
      </div>
      {mayAdd ? (
        <UploadPanel
          category={category}
          uploads={uploads}
          photographs={photographs}
          files={files}
          onClose={request}
        />
      ) : (
        <Allowed to="files.addDirective">{null}</Allowed>
      )}
      <FileList
        category={category}
        read={read}
        title={person ? t('files.titleOnBehalf', { person }) : t('files.title')}
      />
      {ask}
    </Modal>
  );
}
