import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import css from './table.module.css';

/** Opens the dialog that adds customers (CTABLE-20). */
export function AddButton({ words, onAdd }: { words: PlainTextKey; onAdd: () => void }) {
  const t = useText();
  return (
    <Button icon="plus" aria-haspopup="dialog" onClick={onAdd}>
      {t(words)}
    </Button>
  );
}

/** Actions of editors on the table as a whole (CTABLE-20, CTABLE-21). */
export function HeadButtons({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  const t = useText();
  return (
    <div className={`acts ${css.acts}`}>
      <Button variant="two" icon="upload" aria-haspopup="dialog" onClick={onImport}>
        {t('customers.import')}
      </Button>
      <AddButton words="customers.add" onAdd={onAdd} />
    </div>
  );
}
