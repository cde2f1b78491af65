import { longDate } from '../../../domain/fields.ts';
import { site } from '../../app/site.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { consentParts, consentVersion, type ConsentDocument } from './consent-text.ts';

export type ConsentDialogProps = { document: ConsentDocument; onClose: () => void };

/** A text to read before agreeing to it. The text scrolls by itself, also by keyboard. */
export function ConsentDialog({ document, onClose }: ConsentDialogProps) {
  const t = useText();
  const language = useLanguage();
  const { title, short, sections, end } = consentParts(document);
  const { version, date } = consentVersion;
  return (
    <Modal
      open
      onClose={onClose}
      width={680}
      title={t(title)}
      lead={t('consent.draftLine', { version, date: longDate(date, language) })}
      foot={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard */}
      <div className="ctext" tabIndex={0} role="region" aria-label={t(title)}>
        <h3>{t(short.title)}</h3>
        <ul className="bul2">
          {short.paragraphs.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
        {sections.map((section) => (
          <section key={section.title}>
            <h3>{t(section.title)}</h3>
            {section.paragraphs
              // Without an address there is no other policy to read.
              .filter((key) => key !== 'consent.privacy.s14.p2' || site.privacyPolicyUrl !== '')
              .map((key) => (
                <p key={key}>{t(key)}</p>
              ))}
          </section>
        ))}
        <p className="small quiet">{t(end)}</p>
      </div>
    </Modal>
  );
}
