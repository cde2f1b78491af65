import { useRef, useState } from 'react';
import type { CustomerStaff } from '../../../../../domain/customers/actions/customer-actions.ts';
import { useLanguage, useText } from '../../../../app/texts.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import ReferenceField from '../../../../lists/reference/reference-field.tsx';
import { Button, type StateWords } from '../../../../ui/buttons/button.tsx';
import { AnchorButton } from '../../../../ui/buttons/link-button.tsx';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Icon } from '../../../../ui/drawings/icon.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { rescueFocus } from '../../../../ui/rescue-focus.ts';
import { findProviders } from '../../table/customers-api.ts';
import { ColumnNotes } from './column-notes.tsx';
import { templatePath } from '../import-api.ts';
import { checkList, fileProblem, type CheckedList } from '../list-api.ts';
import { ImportHistory } from '../started/import-history.tsx';
import { ListDrop } from './list-drop.tsx';
import { sizeWords } from '../../../../ui/words/size-words.ts';
import css from '../import.module.css';

const words: StateWords = {
  pending: 'import.checking',
  complete: 'import.check',
  error: 'import.check',
};

type ChooseListProps = {
  staff: CustomerStaff;
  providerId: string;
  onProvider: (id: string) => void;
  onChecked: (list: CheckedList) => void;
  onOpen: (importId: string) => void;
  onClose: () => void;
};

/** The chosen file with its error, and the action that sends it to be checked. `percent` is the share sent so far. */
function useChosenList(providerId: string, onChecked: (list: CheckedList) => void) {
  const [file, setFile] = useState<File>();
  const [percent, setPercent] = useState<number>();
  const { run, state, problems, clear } = useAction(
    async (chosen: File) => checkList(chosen, providerId, setPercent),
    { resetMs: adminResetMs.save, onDone: onChecked },
  );
  const wrong = file && fileProblem(file);
  return {
    file,
    percent,
    isValid: file !== undefined && !wrong,
    state,
    problems: wrong ? [{ field: 'file', message: wrong }] : problems,
    take(chosen: File | undefined) {
      clear();
      setPercent(undefined);
      setFile(chosen);
    },
    check: () => file && void run(file),
  };
}

/** First step: the provider, the file, the column names, and earlier imports. */
export function ChooseList({ staff, providerId, onProvider, onChecked, onOpen, onClose }: ChooseListProps) {
  const t = useText();
  const zone = useRef<HTMLDivElement>(null);
  const { file, percent, isValid, state, problems, take, check } = useChosenList(providerId, onChecked);
  const missing = providerId === '' ? t('error.customer.provider') : isValid ? false : t('error.selectFiles');
  return (
    <>
      {staff.side === 'platform' && (
        <ReferenceField
          label={t('customers.new.provider')}
          find={findProviders}
          value={providerId === '' ? null : providerId}
          onChange={(id) => onProvider(id ?? '')}
        />
      )}
      <div className={css.template}>
        <AnchorButton variant="two" icon="download" href={templatePath} download>
          {t('import.template')}
        </AnchorButton>
        <p className="small quiet">{t('import.templateHint')}</p>
      </div>
      <ColumnNotes />
      <div ref={zone}>
        <ListDrop off={state === 'pending'} onFile={take} />
        {file && (
          <ChosenFile
            file={file}
            off={state === 'pending'}
            onRemove={() => {
              take(undefined);
              rescueFocus(() => zone.current?.querySelector('button'));
            }}
          />
        )}
        <ProblemList problems={problems} className={css.problems} />
      </div>
      <p className="small quiet">{t('import.agreed')}</p>
      <div className="modalfoot">
        <Button state={state} words={words} keepsRoom off={missing} onClick={check}>
          {t('import.check')}
        </Button>
        <Button variant="two" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        {state === 'pending' && percent !== undefined && percent < 100 && (
          <p className="small quiet">{t('import.sending', { percent })}</p>
        )}
      </div>
      {providerId !== '' && <ImportHistory providerId={providerId} onOpen={onOpen} />}
    </>
  );
}

type ChosenFileProps = { file: File; off: boolean; onRemove: () => void };

function ChosenFile({ file, off, onRemove }: ChosenFileProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <p className={css.chosen}>
      <Icon name="file" />
      <span>
        <OwnWords>{t('import.chosen', { file: file.name, size: sizeWords(file.size, language) })}</OwnWords>
      </span>
      <Button variant="text" off={off} onClick={onRemove}>
        <OwnWords>{t('import.remove', { file: file.name })}</OwnWords>
      </Button>
    </p>
  );
}
