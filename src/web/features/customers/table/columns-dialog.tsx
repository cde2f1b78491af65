import { useState } from 'react';
import {
  choosableColumns,
  shownColumns,
} from '../../../../domain/lists/definitions/customers/chosen-columns.ts';
import { customerColumns } from '../../../../domain/lists/definitions/customers/customer-columns.ts';
import { call } from '../../../api/call.ts';
import { graphql } from '../../../api/graphql.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { CheckCards } from '../../../ui/fields/choices.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';

const UpdateCustomerColumns = graphql(`
  mutation updateCustomerColumns($columns: [String!]) {
    updateCustomerColumns(columns: $columns)
  }
`);

export type ColumnsDialogProps = {
  /** Keys of the chosen columns; null for the usual ones. */
  chosen: readonly string[] | null;
  onClose: () => void;
};

/** Chooses the columns of the table; the choice is kept with the person's account. */
export function ColumnsDialog({ chosen, onClose }: ColumnsDialogProps) {
  const t = useText();
  const [shown, setShown] = useState<readonly string[]>(() => shownColumns(chosen));
  const save = async (columns: readonly string[] | null) => {
    await call(UpdateCustomerColumns, { columns: columns && [...columns] }, { types: ['User'] });
    return columns;
  };
  const { run, state, problems } = useAction(save, {
    resetMs: adminResetMs.save,
    onDone(columns) {
      onClose();
      showSnackbar(t(columns === null ? 'customers.columns.savedUsual' : 'customers.columns.saved'));
    },
  });
  const choices = choosableColumns.map((key) => {
    if (key === 'cpr')
      return { value: key, label: t('customers.col.cpr'), note: t('customers.columns.cprNote') };
    const column = customerColumns.find((each) => each.key === key);
    return { value: key, label: column && t(column.title) };
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={t('customers.columns.title')}
      lead={t('customers.columns.lead')}
      foot={
        <>
          <Button state={state} keepsRoom onClick={() => void run(shown)}>
            {t('common.save')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={() => void run(null)}>
            {t('customers.columns.usual')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <CheckCards
        name="columns"
        label={t('customers.columns.label')}
        columns={2}
        low
        value={shown}
        onChange={setShown}
        choices={choices}
      />
      <ProblemList problems={problems} />
    </Modal>
  );
}
