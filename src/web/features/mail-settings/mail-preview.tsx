import type { Language } from '../../../domain/i18n/texts.ts';
import { langOf } from '../../app/language.ts';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import css from './mail-settings.module.css';
import type { MailPreview } from './mail-api.ts';

type PreviewDialogProps = { preview: MailPreview; language: Language; onClose: () => void };

/** A mail as it would read. It is shown as text, never as markup. */
export function PreviewDialog({ preview, language, onClose }: PreviewDialogProps) {
  const t = useText();
  const { subject, heading, greeting, before, button, after, sign_off, foot } = preview;
  return (
    <Modal
      open
      onClose={onClose}
      width={680}
      title={t('settings.admin.email.preview')}
      lead={t('settings.admin.email.previewLead')}
      foot={<Button onClick={onClose}>{t('common.close')}</Button>}
      stickyFoot
    >
      <div className={css.preview} lang={langOf[language]}>
        <p className={css.subject}>{subject}</p>
        <h3>{heading}</h3>
        <p>{greeting}</p>
        <Paragraphs>{before}</Paragraphs>
        {button !== null && <p className={css.pressed}>{button}</p>}
        <Paragraphs>{after}</Paragraphs>
        <p className="quiet">{sign_off}</p>
        <div className={`small quiet ${css.foot}`}>
          <Paragraphs>{foot}</Paragraphs>
        </div>
      </div>
    </Modal>
  );
}

function Paragraphs({ children }: { children: readonly string[] }) {
  return children.map((paragraph, index) => <p key={index}>{paragraph}</p>);
}
