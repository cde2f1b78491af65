import type { Ref } from 'react';
import { consentParts, isShown } from '../../../../domain/accounts/consents/consent-text.ts';
import type { ConsentDocument } from '../../../../domain/accounts/consents/consents.ts';
import { site } from '../../../app/site.ts';
import { useText } from '../../../app/texts.tsx';

/**
 * The whole text of an agreement: first the changes, for people who agreed to an earlier version, then the summary and the full
 * text. `end` is for its last line.
 */
export function ConsentBody({
  document,
  renewed = false,
  end: endRef,
}: {
  document: ConsentDocument;
  renewed?: boolean | undefined;
  end?: Ref<HTMLParagraphElement> | undefined;
}) {
  const t = useText();
  const { short, sections, end } = consentParts(document);
  return (
    <>
      {renewed && (
        <>
          <h3>{t('consent.newVersion.title')}</h3>
          <p>{t(`consent.${document}.whatsNew`)}</p>
        </>
      )}
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
            .filter((key) => isShown(key, site.privacyPolicyUrl))
            .map((key) => (
              <p key={key}>{t(key)}</p>
            ))}
        </section>
      ))}
      <p ref={endRef} className="small quiet">
        {t(end)}
      </p>
    </>
  );
}
