import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import css from './table.module.css';
import type { Picked } from './use-picked.ts';

/** How many customers are picked, and what can be done with them. */
export function PickedBar({
  picked: { rows, tooMany, clear },
  onRemind,
}: {
  picked: Picked;
  onRemind: () => void;
}) {
  const t = useText();
  return (
    <div className={css.picked}>
      <p role="status">
        {t('customers.pick.count', { count: rows.length })}
        {tooMany && ` ${t('customers.pick.most')}`}
      </p>
      <Button icon="mail" aria-haspopup="dialog" onClick={onRemind}>
        {t('customers.pick.remind')}
      </Button>
      <Button variant="two" onClick={clear}>
        {t('customers.pick.clear')}
      </Button>
    </div>
  );
}
