import { useState } from 'react';
import type { CustomerStaff } from '../../../../domain/customers/customer-actions.ts';
import { useSession } from '../../../app/session.tsx';
import { useText, useTexts } from '../../../app/texts.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { ChooseList } from './choose-list.tsx';
import { CheckedLines } from './checked-lines.tsx';
import type { ReadBy } from './columns-form.tsx';
import type { CheckedList } from './list-api.ts';
import { ImportOutcome } from './import-outcome.tsx';

type ImportDialogProps = {
  staff: CustomerStaff;
  /** An import whose result is to be shown. */
  importId?: string | undefined;
  /** Customers came out of a list. */
  onImported: () => void;
  onClose: () => void;
};

/** Importing customers from a CSV list (IMPORT-02): choose and check it, look at its first lines, start, and see how it went. */
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
  | { at: 'check'; list: CheckedList; turn: number; readBy?: ReadBy }
  | { at: 'import'; id: string };

function ReadyDialog({ staff, importId, onImported, onClose }: ImportDialogProps) {
  const t = useText();
  const ownProvider = useSession()?.provider_id ?? '';
  const [providerId, setProvider] = useState(ownProvider);
  const [step, setStep] = useState<Step>(importId ? { at: 'import', id: importId } : { at: 'choose' });
  return (
    <Modal
      open
      width={780}
      onClose={onClose}
      title={t(step.at === 'import' ? 'import.result.title' : 'import.title')}
      lead={step.at === 'import' ? undefined : t('import.lead')}
    >
      {step.at === 'choose' && (
        <ChooseList
          staff={staff}
          providerId={providerId}
          onProvider={setProvider}
          onChecked={(list) => setStep({ at: 'check', list, turn: 0 })}
          onOpen={(id) => setStep({ at: 'import', id })}
          onClose={onClose}
        />
      )}
      {step.at === 'check' && (
        <CheckedLines
          // What was matched and decided belongs to one reading.
          key={step.turn}
          list={step.list}
          readBy={step.readBy}
          onRead={(list, readBy) => setStep({ at: 'check', list, turn: step.turn + 1, readBy })}
          onBack={() => setStep({ at: 'choose' })}
          onStarted={() => setStep({ at: 'import', id: step.list.id })}
        />
      )}
      {step.at === 'import' && (
        <ImportOutcome
          key={step.id}
          id={step.id}
          onImported={onImported}
          onAgain={() => setStep({ at: 'choose' })}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
