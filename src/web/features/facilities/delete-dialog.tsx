import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { fullName } from '../../../domain/names.ts';
import { facilityCustomerList } from '../../../domain/lists/definitions/care-facilities.ts';
import { useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useAction } from '../../forms/use-action.ts';
import { StepPager } from '../../lists/step-pager.tsx';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { adminResetMs } from '../../ui/buttons/reset-delays.ts';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { deleteFacility, useAttached, type Facility } from './facilities-api.ts';
import css from './facilities.module.css';

const words: StateWords = {
  pending: 'facilities.delete.pending',
  complete: 'success.deleted',
  error: 'error.serverError',
};

type DeleteProps = {
  facility: Pick<Facility, 'id' | 'provider_name'>;
  onClose: () => void;
  onDeleted: () => void;
};

/** Asks for confirmation before a facility is deleted (FAC-03, CON-46). While customers are attached it lists them instead. */
export function DeleteFacilityDialog({ facility, onClose, onDeleted }: DeleteProps) {
  const t = useText();
  const [offset, setOffset] = useState(0);
  const attached = useAttached(facility.id, offset);
  const { run, state, problems } = useAction(() => deleteFacility(facility.id), {
    texts: { conflict: ({ fields }) => fields, 'not-found': 'error.facility.gone' },
    resetMs: adminResetMs.save,
    onDone() {
      showSnackbar(t('success.deleted'));
      onDeleted();
    },
    onFailed({ code }) {
      if (code === 'conflict') attached.retry();
    },
  });
  const isFree = attached.data?.count === 0;
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={t('confirm.facilityDelete.title')}
      foot={
        <>
          {isFree && (
            <Button variant="danger" state={state} words={words} keepsRoom onClick={() => void run()}>
              {t('facilities.delete.button')}
            </Button>
          )}
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t(isFree ? 'common.cancel' : 'common.close')}
          </Button>
        </>
      }
    >
      <div className={css.said}>
        <Loaded read={attached}>
          {(page) =>
            page.count === 0 ? (
              <p>
                <OwnWords>{t('facilities.delete.body', { facility: facility.provider_name })}</OwnWords>
              </p>
            ) : (
              <AttachedCustomers page={page} offset={offset} onOffset={setOffset} />
            )
          }
        </Loaded>
        <ProblemList problems={problems} />
      </div>
    </Modal>
  );
}

type AttachedCustomersProps = {
  page: NonNullable<ReturnType<typeof useAttached>['data']>;
  offset: number;
  onOffset: (offset: number) => void;
};

/** Customers to whom the facility is still attached, with links to them. */
function AttachedCustomers({ page, offset, onOffset }: AttachedCustomersProps) {
  const t = useText();
  const { count, count_is_exact: isExact, data } = page;
  return (
    <>
      <p>{t('error.facility.inUse')}</p>
      <ul className={css.attached}>
        {data.map(({ id, provider, email, ...name }) => (
          <li key={id}>
            <Link to="/admin/customers/$customerId" params={{ customerId: id }}>
              <OwnWords>{fullName(name) || email || t('common.noneValue')}</OwnWords>
            </Link>
            {provider !== null && (
              <small>
                {' '}
                <OwnWords>{provider}</OwnWords>
              </small>
            )}
          </li>
        ))}
      </ul>
      <StepPager
        total={{ count, isExact }}
        offset={offset}
        shown={data.length}
        pageSize={facilityCustomerList.pageSize}
        onOffset={onOffset}
      />
    </>
  );
}
