import { useText } from '../../../app/texts.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import css from '../questionnaire.module.css';

/** Notice that a signed plan is being changed, and that nothing changes before the last page. */
export function EditBanner() {
  const t = useText();
  return (
    <div className={css.notice}>
      <Notice icon="pencil">
        <b>{t('editStep.banner')}</b>
        <p>{t('editStep.bannerBody')}</p>
      </Notice>
    </div>
  );
}
