import { useState } from 'react';
import { useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useAction } from '../../forms/use-action.ts';
import ReferenceField from '../../lists/reference/reference-field.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { adminResetMs } from '../../ui/buttons/reset-delays.ts';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { attachFacility, findFacilities } from './facilities-api.ts';
import css from './facilities.module.css';

type AttachProps = {
  customer: { id: string; name: string; facility_id: string | null; facility: string | null };
  /** The customer differs from what the page shows. */
  onStale: () => void;
  onClose: () => void;
};

/** Attaches a customer to a care facility, or to none (API-52). */
export function AttachFacilityDialog({ customer, onStale, onClose }: AttachProps) {
  const t = useText();
  const { id, name, facility_id, facility } = customer;
  const [chosen, setChosen] = useState(facility_id);
  const { run, state, problems } = useAction(() => attachFacility(id, chosen, facility_id), {
    texts: { conflict: ({ fields }) => fields, 'not-found': 'error.customer.notFound' },
    resetMs: adminResetMs.save,
    onDone() {
      showSnackbar(t('success.facilitySaved'));
      onClose();
    },
    onFailed({ code }) {
      if (code === 'conflict' || code === 'not-found') onStale();
    },
  });
  const find = async (by: { words: string } | { id: string }) =>
    'words' in by
      ? findFacilities(by.words)
      : by.id === facility_id && facility !== null
        ? [{ id: facility_id, name: facility }]
        : [];
  return (
    <Modal
      open
      width={680}
      onClose={onClose}
      title={t('facilities.attach.title')}
      lead={<OwnWords>{name}</OwnWords>}
    >
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <ProblemList problems={problems} />
        <ReferenceField
          label={t('facilities.attach.field')}
          all={t('facilities.attach.none')}
          find={find}
          value={chosen}
          onChange={setChosen}
        />
        <p className="small quiet">{t('facilities.attach.hint')}</p>
        <div className="modalfoot">
          <Button type="submit" state={state} keepsRoom>
            {t('common.save')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
