import { moveChanges, type MoveChange } from '../../../../../domain/customers/moves.ts';
import { translateMessage, type TextKey } from '../../../../../domain/i18n/texts.ts';
import { mapRead, type Read } from '../../../../api/use-read.ts';
import { useText } from '../../../../app/texts.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { customerName, type ActionCustomer } from '../../staff.ts';
import css from '../actions.module.css';
import type { MovePreview } from './move-api.ts';

type MovePreviewedProps = {
  read: Read<{ previewCustomerMove: MovePreview }>;
  /** Whether a house is chosen. */
  isAsked: boolean;
  customers: readonly ActionCustomer[];
};

/**
 * Lists the changes of a move to the chosen house, or the customers who cannot be moved there with the reasons. Screen readers
 * announce it.
 */
export function MovePreviewed({ read, isAsked, customers }: MovePreviewedProps) {
  const shown = mapRead(read, ({ previewCustomerMove }) => previewCustomerMove);
  return (
    <div aria-live="polite">
      {isAsked && (
        <Loaded read={shown} word="customers.move.reading">
          {(preview) =>
            preview.customers.some(({ refused }) => refused !== null) ? (
              <Refused preview={preview} customers={customers} />
            ) : (
              <MoveChanges preview={preview} />
            )
          }
        </Loaded>
      )}
    </div>
  );
}

/** A newer release of the server may return changes that have no text here. */
const known = (changes: readonly string[]): MoveChange[] =>
  moveChanges.filter((change) => changes.includes(change));

/** The changes of a move, in the order in which staff read them. */
export function MoveChanges({ preview }: { preview: MovePreview }) {
  const t = useText();
  const { provider: to, from, organisation, phone, payer, changes } = preview;
  const names = {
    to,
    from: from ?? t('customers.move.theirHouses'),
    ...{ organisation, phone: phone ?? '', payer: payer ?? '' },
  };
  return (
    <>
      <h3 className={css.part}>{t('customers.move.changes')}</h3>
      <ul className={css.points}>
        {known(changes).map((change) => (
          <li key={change}>
            <OwnWords>{t(`customers.move.change.${change}`, names)}</OwnWords>
          </li>
        ))}
        <li>{t('customers.move.stays')}</li>
      </ul>
      <p className={css.after}>{t('customers.move.undoHint')}</p>
    </>
  );
}

function Refused({ preview, customers }: { preview: MovePreview; customers: readonly ActionCustomer[] }) {
  const t = useText();
  const nameOf = (id: string) => {
    const row = customers.find((each) => each.id === id);
    return row ? customerName(row) : '';
  };
  return (
    <>
      <p className="err">{t('customers.move.cannot')}</p>
      <ul className={css.points}>
        {preview.customers.map(
          ({ id, refused }) =>
            refused !== null && (
              <li key={id}>
                <OwnWords>
                  {t('customers.move.cannotOne', {
                    customer: nameOf(id),
                    reason: translateMessage(t, refused as TextKey, {}),
                  })}
                </OwnWords>
              </li>
            ),
        )}
      </ul>
    </>
  );
}
