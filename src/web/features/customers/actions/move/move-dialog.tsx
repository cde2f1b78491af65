import { useCallback, useMemo, useState } from 'react';
import type { TextKey } from '../../../../../domain/i18n/texts.ts';
import { translateMessage } from '../../../../../domain/i18n/texts.ts';
import { requestKeys } from '../../../../api/request-keys.ts';
import { useText } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import ReferenceField from '../../../../lists/reference/reference-field.tsx';
import { Button, type StateWords } from '../../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { showSnackbar, showSnackbarWith } from '../../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { customerName, type ActionCustomer } from '../../staff.ts';
import { findProviders } from '../../table/customers-api.ts';
import css from '../actions.module.css';
import type { CustomerDialogProps } from '../dialog-props.ts';
import { moveCustomers, undoMove, useMovePreview } from './move-api.ts';
import { MovePreviewed } from './move-previewed.tsx';

const words: StateWords = {
  pending: 'customers.move.pending',
  complete: 'customers.move.complete',
  error: 'customers.action.failed',
};

type MoveProps = CustomerDialogProps;

/** Shows that a customer was moved, with Undo. If they cannot be moved back, the message is the server's. */
function useMoved(customer: ActionCustomer) {
  const t = useText();
  return ({ id, provider: to }: { id: string; provider: string }) => {
    const said = t('customers.move.done', { customer: customerName(customer), to });
    const run = () => {
      undoMove(id).then(
        () => showSnackbar(t('customers.undone')),
        ({ fields }: { fields?: readonly { message: TextKey }[] }) =>
          showSnackbar(
            translateMessage(t, fields?.[0]?.message ?? 'customers.move.notUndone', {}),
            'problem',
          ),
      );
    };
    showSnackbarWith({ words: t('customers.undo'), run }, said);
  };
}

/** The chosen house with the preview of the move to it, and the action that moves the customers. */
function useMove({ customer, onStale, onClose }: MoveProps) {
  const [houseId, setHouseId] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [keyFor] = useState(() => requestKeys());
  const ids = useMemo(() => [customer.id], [customer]);
  const preview = useMovePreview(ids, houseId);
  const sayMoved = useMoved(customer);
  const {
    run,
    state,
    problems,
    clear: clearProblems,
  } = useAction(
    async (provider_id: string) => {
      const moving = { ids, provider_id, seen: [customer.provider_id ?? ''] };
      return moveCustomers(moving, keyFor(moving));
    },
    {
      resetMs: adminResetMs.save,
      texts: { 'not-found': 'error.move.gone', forbidden: 'error.move.gone' },
      fallback: 'customers.move.failed',
      onDone(moved) {
        sayMoved(moved);
        onClose();
      },
      onFailed({ code }) {
        if (code === 'invalid') preview.retry();
        if (code === 'conflict' || code === 'not-found') onStale();
      },
    },
  );
  return {
    houseId,
    preview,
    state,
    problems,
    /** Whether the button was pressed before a house was chosen. */
    isMissing,
    choose(id: string | null) {
      setMissing(false);
      clearProblems();
      setHouseId(id);
    },
    press() {
      setMissing(houseId === null);
      if (houseId !== null) void run(houseId);
    },
  };
}

/** Moves a customer to another house, after the house is chosen and the changes are shown. Undo moves them back (D-63). */
export function MoveDialog(props: MoveProps) {
  const t = useText();
  const { onClose } = props;
  const [customer] = useState(props.customer);
  const { houseId, preview, state, problems, isMissing, choose, press } = useMove({ ...props, customer });
  const find = useCallback(
    async (by: Parameters<typeof findProviders>[0]) =>
      (await findProviders(by)).filter(({ id }) => customer.provider_id !== id),
    [customer],
  );
  const shown = houseId === null ? undefined : preview.data?.previewCustomerMove;
  const isRefused = shown?.customers.some(({ refused }) => refused !== null) === true;
  const title = t('customers.move.title', { customer: customerName(customer) });
  return (
    <Modal
      open
      onClose={onClose}
      title={<OwnWords>{title}</OwnWords>}
      foot={
        <>
          <Button
            state={state}
            words={words}
            keepsRoom
            off={houseId !== null && (!shown || preview.refreshing || isRefused)}
            onClick={press}
          >
            {t('customers.move.button')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>
        <OwnWords>
          {t('customers.move.whoFrom', {
            customer: customerName(customer),
            from: customer.provider ?? t('common.noneValue'),
          })}
        </OwnWords>
      </p>
      <div className={css.form}>
        <ReferenceField
          label={t('customers.move.house')}
          hint={t('customers.move.houseHint')}
          find={find}
          value={houseId}
          onChange={choose}
          error={isMissing ? t('error.move.choose') : undefined}
        />
      </div>
      <MovePreviewed read={preview} isAsked={houseId !== null} customers={[customer]} />
      <ProblemList problems={isRefused ? [] : problems} className={css.problems} />
    </Modal>
  );
}
