import { useState } from 'react';
import type { ApiError } from '../../api/errors.ts';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { messageOf } from '../../forms/messages.ts';
import { Button, type StateWords } from '../../ui/button.tsx';
import { AnchorButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useButtonState } from '../../ui/use-button-state.ts';
import { formRefusal } from '../accounts/refusals.ts';
import { askForExport, useDataExport } from './privacy-api.ts';
import { SettingsGroup } from './settings-frame.tsx';
import css from './settings.module.css';

const resetMs = 2500;
const words: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

/** A copy of everything, as one file: asked for here, made meanwhile, downloaded here for a week (D-19). */
export function ExportGroup() {
  const t = useText();
  const shortDate = useShortDate();
  const copy = useDataExport();
  const { state, run } = useButtonState(resetMs);
  const [failure, setFailure] = useState<ApiError>();
  const ask = () =>
    void run(async () => {
      const error = await askForExport();
      setFailure(error);
      return error === undefined;
    });
  const waiting = copy?.status === 'waiting';
  return (
    <SettingsGroup title={t('settings.privacy.export.title')} lead={t('settings.privacy.export.body')}>
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
      <div role="alert">
        {failure && <p className="err">{formRefusal(failure).map((each) => messageOf(t, each))}</p>}
      </div>
      {!waiting && (
        <Button variant="two" state={state} words={words} onClick={ask}>
          {t('settings.privacy.export.button')}
        </Button>
      )}
    </SettingsGroup>
  );
}
