import { lazy, Suspense, useState } from 'react';
import { StaffLimit } from '../../../app/allowed.tsx';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import css from '../contacts.module.css';

const SuggestDialog = lazy(() => import('./suggest-dialog.tsx'));

/**
 * For staff in the account, instead of adding a contact: a button that suggests one, and the reason why they cannot add one
 * (D-59).
 */
export function SuggestContact() {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <div className={css.suggest}>
      <Button icon="plus" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('contacts.suggest.button')}
      </Button>
      <p className="small quiet">
        <StaffLimit action="contacts.change" />
      </p>
      {open && (
        <Suspense>
          <SuggestDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
