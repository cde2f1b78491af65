import { useId, useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { exportChosen } from './many-api.ts';
import css from './many.module.css';

/** Downloads the chosen customers, in a format that the user chooses. */
export function ExportChosen({ ids }: { ids: readonly string[] }) {
  const t = useText();
  const listId = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="two"
        icon="download"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen(!open)}
      >
        {t('customers.many.export')}
      </Button>
      {open && (
        <ul id={listId} className={css.formats} aria-label={t('customers.many.export')}>
          {(['csv', 'xlsx'] as const).map((format) => (
            <li key={format}>
              <Format ids={ids} format={format} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Format({ ids, format }: { ids: readonly string[]; format: 'csv' | 'xlsx' }) {
  const t = useText();
  const { run, state } = useAction(() => exportChosen(ids, format), { resetMs: adminResetMs.save });
  return (
    <Button
      variant="text"
      icon="download"
      state={state}
      words={{
        pending: 'customers.many.exporting',
        complete: 'customers.many.exported',
        error: 'customers.action.failed',
      }}
      onClick={() => void run()}
    >
      {t(`lists.${format}`)}
    </Button>
  );
}
