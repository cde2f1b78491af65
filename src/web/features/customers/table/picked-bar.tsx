import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import css from './table.module.css';
import type { Picked } from './use-picked.ts';

type PickedBarProps = { picked: Picked; onRemind: () => void; onMove: () => void };

/** Number of selected customers, and the actions on them. */
export function PickedBar({ picked, onRemind, onMove }: PickedBarProps) {
  const t = useText();
  const { rows, rowsFor, tooMany, clear } = picked;
  return (
    <div className={css.picked}>
      <p role="status">
        {t('customers.pick.count', { count: rows.length })}
        {tooMany && ` ${t('customers.pick.most')}`}
      </p>
      {rowsFor('reminder').length > 0 && (
        <Button icon="mail" aria-haspopup="dialog" onClick={onRemind}>
          {t('customers.pick.remind')}
        </Button>
      )}
      {rowsFor('move').length > 0 && (
        <Button variant="two" icon="move" aria-haspopup="dialog" onClick={onMove}>
          {t('customers.pick.move')}
        </Button>
      )}
      <Button variant="two" onClick={clear}>
        {t('customers.pick.clear')}
      </Button>
    </div>
  );
}
