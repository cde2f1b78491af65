import { createPortal } from 'react-dom';
import { longDate, melbourneDate } from '../../../../domain/fields.ts';
import { groupedPasscode } from '../../../../domain/health-links/passcode.ts';
import { site } from '../../../app/site.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { QrCode } from '../../../ui/drawings/qr-code.tsx';
import type { ShownLink } from './links-api.ts';
import css from './link-sheet.module.css';

type LinkSheetProps = { person: string; link: ShownLink; passcode: string | null };

/** A4 sheet for the reader: the code at 60 mm, the passcode, and how to use them. It is only printed, without the page. */
export function LinkSheet({ person, link, passcode }: LinkSheetProps) {
  const t = useText();
  const language = useLanguage();
  const { reader, expires_at, address } = link;
  return createPortal(
    <div className={css.sheet} aria-hidden="true">
      <h1>{t('healthLink.sheet.title', { person })}</h1>
      <p className={css.reader}>{t('healthLink.sheet.for', { reader })}</p>
      <div className={css.code}>
        <QrCode text={address} label={t('healthLink.code.alt', { reader })} />
      </div>
      {passcode !== null && (
        <p className={css.passcode}>
          <span>{t('healthLink.passcode')}</span>
          <b>{groupedPasscode(passcode)}</b>
        </p>
      )}
      <p>{t('healthLink.sheet.how')}</p>
      <p>
        {t('healthLink.sheet.until', {
          date: longDate(melbourneDate(new Date(expires_at)), language),
        })}
      </p>
      <p>{t('healthLink.sheet.recorded', { person })}</p>
      <p>
        <b>{t('healthLink.sheet.notCard')}</b>
      </p>
      <p className={css.help}>{t('healthLink.sheet.help', { phone: site.helpPhone })}</p>
    </div>,
    document.body,
  );
}
