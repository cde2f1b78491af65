import { useState } from 'react';
import { Allowed } from '../../app/allowed.tsx';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { AnchorButton } from '../../ui/buttons/link-button.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { ConfirmPasswordDialog } from '../../forms/passwords/confirm-password-dialog.tsx';
import { askForExport, useDataExport } from './privacy-api.ts';
import { SettingsGroup } from '../../app/layout/settings-frame.tsx';
import css from '../../app/layout/settings.module.css';
import { LoadFailed } from '../../ui/messages/load-failed.tsx';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

/** A copy of all data, as one file: requested here, prepared in the background, and available for a week (D-19). */
export function ExportGroup() {
  const said = useVoicedText();
  const t = useText();
  return (
    <SettingsGroup title={t('settings.privacy.export.title')} lead={said('settings.privacy.export.body')}>
      <Allowed to="account.export">
        <OwnExport />
      </Allowed>
    </SettingsGroup>
  );
}

function OwnExport() {
  const t = useText();
  const shortDate = useShortDate();
  const read = useDataExport();
  const copy = read.data;
  const [asking, setAsking] = useState(false);
  const waiting = copy?.status === 'waiting';
  return (
    <>
      <div className={css.said} role="status">
        {waiting && (
          <Notice>
            <p>{t('settings.privacy.export.waiting')}</p>
          </Notice>
        )}
        {copy?.status === 'ready' && copy.expires_at && (
          <AnchorButton href={`/api/data-exports/${copy.id}.zip`} download icon="download">
            {t('settings.privacy.export.ready', { date: shortDate(copy.expires_at) })}
          </AnchorButton>
        )}
        {copy?.status === 'failed' && <p className="err">{t('error.export.failed')}</p>}
      </div>
      {!copy && read.failed && <LoadFailed error={read.failed} onRetry={read.retry} />}
      {!waiting && (
        <Button variant="two" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('settings.privacy.export.button')}
        </Button>
      )}
      {asking && (
        <ConfirmPasswordDialog
          title={t('settings.privacy.export.title')}
          lead={t('settings.privacy.export.password')}
          submit={t('settings.privacy.export.button')}
          onPassword={askForExport}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
