import { useCallback, useMemo, useState } from 'react';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import ReferenceField from '../../../lists/reference/reference-field.tsx';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import css from '../actions/actions.module.css';
import { useMovePreview, type MovePreview } from '../actions/move/move-api.ts';
import { MoveChanges } from '../actions/move/move-previewed.tsx';
import { customerName } from '../staff.ts';
import { findProviders } from '../table/customers-api.ts';
import { BeforeAction } from './before-action.tsx';
import { moveBatch, type Checked } from './many-api.ts';
import type { ChosenList } from './many-result.ts';
import { NamesInLine } from './names-in-line.tsx';
import { useMany } from './use-many.ts';

const words: StateWords = {
  pending: 'customers.move.pending',
  complete: 'customers.move.complete',
  error: 'customers.action.failed',
};

/** Returns for whom a previewed move works. */
const checkedIn = ({ customers }: MovePreview): Checked => ({
  done: customers.flatMap(({ id, refused }) => (refused === null ? [id] : [])),
  refused: customers.flatMap(({ id, refused }) =>
    refused === null ? [] : [{ id, message: refused as TextKey, params: null }],
  ),
});

type MoveManyProps = ChosenList & { onClose: () => void };

/** State of the dialog: the chosen house, whom a move there works for, and the move itself. */
function useMoveMany({ rows, ...rest }: MoveManyProps) {
  const [asked] = useState(rows);
  const [houseId, setHouseId] = useState<string | null>(null);
  const preview = useMovePreview(
    useMemo(() => asked.map(({ id }) => id), [asked]),
    houseId,
  );
  const shown = houseId === null ? undefined : preview.data?.previewCustomerMove;
  const house = { id: houseId ?? '', name: shown?.provider ?? '' };
  const { run, close } = useMany(
    { ...rest, action: 'move' },
    (some, key) => moveBatch(some, house, key),
    house.id,
  );
  const working = useMemo(() => {
    const done = new Set(shown && checkedIn(shown).done);
    return asked.filter(({ id }) => done.has(id));
  }, [asked, shown]);
  const find = useCallback(
    async (by: Parameters<typeof findProviders>[0]) =>
      (await findProviders(by)).filter(({ id }) => asked.some((each) => each.provider_id !== id)),
    [asked],
  );
  return { asked, houseId, setHouseId, preview, shown, run, close, working, find };
}

type PreviewedProps = { found: MovePreview; asked: ChosenList['rows']; works: boolean };

/** For whom the move works, and what it changes for them. */
const Previewed = ({ found, asked, works }: PreviewedProps) => (
  <>
    <BeforeAction checked={checkedIn(found)} rows={asked} />
    {works && <MoveChanges preview={found} />}
  </>
);

/**
 * Moves the chosen customers to another house, after the house is chosen and the changes are shown (D-63). Those who cannot be
 * moved there stay where they are. The result has Undo.
 */
export function MoveManyDialog(props: MoveManyProps) {
  const t = useText();
  const { asked, houseId, setHouseId, preview, shown, run, close, working, find } = useMoveMany(props);
  const [isMissing, setMissing] = useState(false);
  return (
    <Modal
      open
      onClose={close}
      title={t('customers.move.titleMany', { count: asked.length })}
      foot={
        <>
          <Button
            state={run.state}
            words={words}
            keepsRoom
            off={houseId !== null && (preview.refreshing || working.length === 0)}
            onClick={() => {
              setMissing(houseId === null);
              if (houseId !== null) void run.run(working);
            }}
          >
            {t('customers.move.button')}
          </Button>
          <Button variant="two" off={run.state === 'pending'} onClick={close}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {!shown && (
        <p>
          <NamesInLine names={asked.map(customerName)} />
        </p>
      )}
      <div className={css.form}>
        <ReferenceField
          label={t('customers.move.house')}
          hint={t('customers.move.houseHint')}
          find={find}
          value={houseId}
          onChange={(id) => {
            setMissing(false);
            run.clear();
            setHouseId(id);
          }}
          error={isMissing ? t('error.move.choose') : undefined}
        />
      </div>
      <div aria-live="polite">
        {houseId !== null && (
          <Loaded read={{ ...preview, data: shown }} word="customers.move.reading">
            {(found) => <Previewed found={found} asked={asked} works={working.length > 0} />}
          </Loaded>
        )}
      </div>
      <ProblemList problems={run.problems} className={css.problems} />
    </Modal>
  );
}
