import { groupedPasscode } from '../../../../domain/health-links/passcode.ts';
import { longDate, melbourneDate } from '../../../../domain/fields.ts';
import { ApiError } from '../../../api/errors.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { QrCode } from '../../../ui/drawings/qr-code.tsx';
import type { ShownLink } from './links-api.ts';
import { useSheetPrinting } from '../../../ui/printing/use-sheet-printing.ts';
import { LinkSheet } from './link-sheet.tsx';
import css from './reader-links.module.css';

const copyWords: StateWords = {
  pending: 'healthLink.copied',
  complete: 'healthLink.copied',
  error: 'common.tryAgain',
};

type LinkCodeProps = {
  person: string;
  link: ShownLink;
  /** Null when it was shown before: then it is not known any more. */
  passcode: string | null;
};

/** The code of a link, with its passcode if it was just made, to show, to copy and to print. */
export function LinkCode({ person, link, passcode }: LinkCodeProps) {
  const t = useText();
  const language = useLanguage();
  const { sheet, print } = useSheetPrinting();
  const { state, run, problems } = useAction(
    () =>
      navigator.clipboard.writeText(link.address).catch(() => Promise.reject(new ApiError('general_error'))),
    { resetMs: 2500 },
  );
  return (
    <>
      <div className={css.code}>
        <div className={css.qr}>
          <QrCode text={link.address} label={t('healthLink.code.alt', { reader: link.reader })} />
        </div>
        <div>
          {passcode !== null && (
            <p className={css.passcode}>
              <span>{t('healthLink.passcode')}</span>
              <b className="num">{groupedPasscode(passcode)}</b>
            </p>
          )}
          <p>
            {t('healthLink.until', {
              date: longDate(melbourneDate(new Date(link.expires_at)), language),
            })}
          </p>
          <div className={css.column}>
            <Button icon="print" onClick={print}>
              {t('healthLink.print')}
            </Button>
            <Button
              variant="two"
              icon="copy"
              state={state}
              words={copyWords}
              keepsRoom
              onClick={() => void run()}
            >
              {t('healthLink.copy')}
            </Button>
            <div role="alert">
              {problems.length > 0 && <p className="err">{t('healthLink.copyFailed')}</p>}
            </div>
          </div>
        </div>
      </div>
      {sheet && <LinkSheet person={person} link={link} passcode={passcode} />}
    </>
  );
}
