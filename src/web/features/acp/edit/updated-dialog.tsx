import type { TextFile } from '../../../../domain/i18n/texts.ts';
import { longDate, melbourneDate } from '../../../../domain/fields.ts';
import { useLanguage, useText, useTexts } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import type { Confirmed } from '../../../plan-view/confirmed-edit.ts';
import css from './edit.module.css';

const texts: readonly TextFile[] = ['questionnaire-sign', 'questionnaire-edit'];

type UpdatedDialogProps = { plan: Confirmed; onClose: () => void };

/** Dialog after an edit was confirmed, with the new version and its effect on printed copies (QEDIT-06, GAP-41). */
export default function UpdatedDialog({ plan: { plan_version, updated_at }, onClose }: UpdatedDialogProps) {
  const t = useText();
  const language = useLanguage();
  if (!useTexts(texts)) return null;
  const date = longDate(melbourneDate(new Date(updated_at)), language);
  return (
    <Modal
      open
      onClose={onClose}
      title={t('confirmation.title')}
      lead={t('editStep.updated')}
      foot={<Button onClick={onClose}>{t('confirmation.close')}</Button>}
    >
      <p>{t('confirmation.body', { version: plan_version, date })}</p>
      <p className={css.oldPaper}>{t('confirmation.oldPaper')}</p>
    </Modal>
  );
}
