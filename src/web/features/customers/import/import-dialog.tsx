import { useLayoutEffect, useRef, useState } from 'react';
import type { CustomerStaff } from '../../../../domain/customers/actions/customer-actions.ts';
import { useSession } from '../../../app/session.tsx';
import { useText, useTexts } from '../../../app/texts.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { ChooseList } from './reading/choose-list.tsx';
import { CheckedLines } from './checked-lines/checked-lines.tsx';
import { ColumnsForm, type ReadBy } from './reading/columns-form.tsx';
import type { CheckedList } from './list-api.ts';
import { ImportSteps, type ImportStep } from './import-steps.tsx';
import { ImportOutcome } from './started/import-outcome.tsx';

type ImportDialogProps = {
  staff: CustomerStaff;
  /** Import whose result is shown. */
  importId?: string | undefined;
  /** Called after customers were added from a list. */
  onImported: () => void;
  onClose: () => void;
};

/**
 * Imports customers from a CSV list (IMPORT-02): choose and check the file, preview its first lines, start, and see the result.
 */
export function ImportDialog(props: ImportDialogProps) {
  const ready = useTexts([
    'customers',
    'customers-import',
    'customers-new',
    'customers-errors',
    'errors',
    'success',
    'file-errors',
  ]);
  return ready ? <ReadyDialog {...props} /> : null;
}

type Step =
  | { at: 'choose' }
  | { at: 'columns'; list: CheckedList; turn: number; readBy?: ReadBy }
  | { at: 'check'; list: CheckedList }
  | { at: 'import'; id: string };

const placeOf: Readonly<Record<Step['at'], ImportStep>> = {
  choose: 'file',
  columns: 'columns',
  check: 'happen',
  import: 'done',
};

/** The template needs no matching; for any other list the matched columns are shown first. */
const afterReading = (list: CheckedList): Step =>
  list.form && !list.form.is_template ? { at: 'columns', list, turn: 0 } : { at: 'check', list };

/** After other columns were chosen, the result is shown; after another encoding, the columns in it. */
const afterReadingAgain = (list: CheckedList, readBy: ReadBy, turn: number): Step =>
  readBy === 'columns' && list.fresh !== null ? { at: 'check', list } : { at: 'columns', list, turn, readBy };

/** Focuses the title if the focused element was removed: without a focus in the dialog, Escape does not reach it. */
const keepFocus = (title: HTMLElement | null) => {
  if (document.activeElement === null || document.activeElement === document.body) title?.focus();
};

/** Returns the title of the dialog, and keeps the focus in the dialog when its step changes; `keep` does so at other moments. */
function useTitle(step: Step) {
  const t = useText();
  const element = useRef<HTMLSpanElement>(null);
  const keep = () => keepFocus(element.current);
  const last = useRef(step);
  useLayoutEffect(() => {
    if (last.current === step) return;
    last.current = step;
    keepFocus(element.current);
  }, [step]);
  const title = (
    <span ref={element} tabIndex={-1}>
      {t(step.at === 'import' ? 'import.result.title' : 'import.title')}
    </span>
  );
  return { title, keep };
}

function ReadyDialog({ staff, importId, onImported, onClose }: ImportDialogProps) {
  const t = useText();
  const ownProvider = useSession()?.provider_id ?? '';
  const [providerId, setProvider] = useState(ownProvider);
  const [step, setStep] = useState<Step>(importId ? { at: 'import', id: importId } : { at: 'choose' });
  const { title, keep } = useTitle(step);
  return (
    <Modal
      open
      width={780}
      onClose={onClose}
      title={title}
      lead={step.at === 'import' ? undefined : t('import.lead')}
    >
      <ImportSteps at={placeOf[step.at]} />
      {step.at === 'choose' && (
        <ChooseList
          staff={staff}
          providerId={providerId}
          onProvider={setProvider}
          onChecked={(list) => setStep(afterReading(list))}
          onOpen={(id) => setStep({ at: 'import', id })}
          onClose={onClose}
        />
      )}
      {step.at === 'columns' && step.list.form && (
        <ColumnsForm
          // The matching belongs to one reading.
          key={step.turn}
          list={step.list}
          form={step.list.form}
          readBy={step.readBy}
          onRead={(list, readBy) => setStep(afterReadingAgain(list, readBy, step.turn + 1))}
          onNext={() => setStep({ at: 'check', list: step.list })}
          onBack={() => setStep({ at: 'choose' })}
        />
      )}
      {step.at === 'check' && (
        <CheckedLines
          list={step.list}
          onBack={() => setStep({ at: 'choose' })}
          onColumns={(list) => setStep({ at: 'columns', list, turn: 0 })}
          onStarted={() => setStep({ at: 'import', id: step.list.id })}
        />
      )}
      {step.at === 'import' && (
        <ImportOutcome
          key={step.id}
          id={step.id}
          onImported={onImported}
          onReplaced={keep}
          onAgain={() => setStep({ at: 'choose' })}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
