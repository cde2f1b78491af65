import type { RefObject } from 'react';
import { useText } from '../../../app/texts.tsx';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import type { Upload } from '../sending/uploads/upload-list.ts';
import { isUnderWay } from './upload-row.tsx';
import type { FileSending } from './use-send-files.ts';
import css from '../files.module.css';

const words: StateWords = {
  pending: 'common.sending',
  complete: 'upload.finished',
  error: 'upload.failed',
};

type UploadPanelFootProps = {
  buttons: RefObject<HTMLDivElement | null>;
  /** Chosen files that are not completely sent yet. */
  open: readonly Upload[];
  /** Whether an upload is running. */
  running: boolean;
  sending: FileSending;
  onClose: () => void;
};

/** The button that sends the chosen files, and the one that closes the dialog. */
export function UploadPanelFoot({ buttons, open, running, sending, onClose }: UploadPanelFootProps) {
  const t = useText();
  const { state, isAlerted, setAlerted, send } = sending;
  const nothingToSend = open.length === 0 && state === 'initial';
  return (
    <>
      <div role="alert">
        {isAlerted && (
          <p className={`err ${css.remark}`}>
            <Icon name="circle-alert" />
            <span>{t('error.selectFiles')}</span>
          </p>
        )}
      </div>
      <div ref={buttons} className={`modalfoot ${css.acts}`}>
        <Button
          state={state}
          words={words}
          saysDone={false}
          keepsRoom
          off={nothingToSend && t('error.selectFiles')}
          // The disabled button still shows the reason when it is pressed (UPLOAD-03, UPLOAD-08).
          onClickCapture={() => setAlerted(nothingToSend)}
          onClick={() => void send()}
        >
          {t('upload.done')}
        </Button>
        <Button variant="two" onClick={onClose}>
          {t(open.length > 0 ? 'common.cancel' : 'common.close')}
        </Button>
        {running && (
          <p className="small quiet">
            {t('upload.stillSending', { count: open.filter(isUnderWay).length })} {t('upload.sending')}
          </p>
        )}
      </div>
    </>
  );
}
