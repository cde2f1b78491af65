import { useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { useButtonState } from '../../../ui/buttons/use-button-state.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { isOnItsWay, type PhotographsView } from './kept/page-list.ts';
import type { UsedPhotographs } from './use-photographs.ts';
import css from './photographs.module.css';

const words: StateWords = {
  pending: 'upload.pages.making',
  complete: 'upload.finished',
  error: 'upload.failed',
};

/** Time for which the button shows the result, in milliseconds. */
const doneResetMs = 5_000;

type PanelFootProps = {
  photographs: UsedPhotographs;
  onMaking: (making: boolean) => void;
  onFile: () => void;
  onSent: () => void;
  onClose: () => void;
};

/** Returns why no document can be made yet, as a text key; undefined if it can. */
function reasonToWait({ pages }: Pick<PhotographsView, 'pages'>) {
  if (pages.length === 0) return 'upload.pages.none' as const;
  if (pages.some(({ state }) => state.kind === 'failed')) return 'upload.pages.mend' as const;
  return pages.some(isOnItsWay) ? ('upload.pages.wait' as const) : undefined;
}

/** The button that makes the document, and the ways out. */
export function PanelFoot({ photographs, onMaking, onFile, onSent, onClose }: PanelFootProps) {
  const t = useText();
  const { state, set } = useButtonState(doneResetMs);
  const reason = reasonToWait(photographs);
  const hasPages = photographs.pages.length > 0;

  const send = async () => {
    set('pending');
    onMaking(true);
    const outcome = await photographs.finish();
    onMaking(false);
    if (outcome === undefined) return set('error');
    set('initial');
    showSnackbar(t(outcome === 'saved' ? 'success.fileSaved' : 'upload.kept', { count: 1 }));
    onSent();
  };

  return (
    <>
      {reason && hasPages && <p className={`small quiet ${css.kept}`}>{t(reason)}</p>}
      <div className={`modalfoot ${css.foot}`}>
        <Button
          state={state}
          words={words}
          saysDone={false}
          off={reason && t(reason)}
          onClick={() => void send()}
        >
          {t('upload.pages.send')}
        </Button>
        <Button variant="two" onClick={onClose}>
          {t('common.close')}
        </Button>
        {hasPages ? (
          <GiveUp photographs={photographs} onGone={onFile} />
        ) : (
          <Button variant="text" onClick={onFile}>
            {t('upload.pages.file')}
          </Button>
        )}
      </div>
    </>
  );
}

/** Deletes all photographs, after a question. */
function GiveUp({ photographs, onGone }: { photographs: UsedPhotographs; onGone: () => void }) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const giveUp = async () => {
    setAsking(false);
    try {
      await photographs.giveUp();
      onGone();
    } catch {
      showSnackbar(t('upload.failed'), 'problem');
    }
  };
  return (
    <>
      <Button variant="text" onClick={() => setAsking(true)}>
        {t('upload.pages.giveUp')}
      </Button>
      {asking && (
        <Modal
          open
          role="alertdialog"
          onClose={() => setAsking(false)}
          title={t('upload.pages.giveUpAsk')}
          foot={
            <>
              <Button variant="danger" onClick={() => void giveUp()}>
                {t('upload.pages.giveUp')}
              </Button>
              <Button variant="two" onClick={() => setAsking(false)}>
                {t('common.cancel')}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
