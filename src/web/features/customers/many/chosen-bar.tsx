import { chosenAtMost, sheetsAtMost } from '../../../../domain/customers/actions/chosen.ts';
import type { CustomerAction } from '../../../../domain/customers/actions/customer-actions.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { AnchorButton } from '../../../ui/buttons/link-button.tsx';
import type { Picked } from '../table/use-picked.ts';
import { ChooseAll } from './choose-all.tsx';
import { ExportChosen } from './export-chosen.tsx';
import css from './many.module.css';

type ChosenBarProps = {
  picked: Picked;
  /** Props of the button that selects the whole list; null unless all rows of the page are selected and the list has more. */
  all: Omit<Parameters<typeof ChooseAll>[0], 'onChosen'> | null;
  open: (dialog: 'remind' | 'moveMany' | 'archiveMany') => void;
};

/** Number of chosen customers, and the actions on them. */
export default function ChosenBar({ picked, all, open }: ChosenBarProps) {
  const t = useText();
  const { rows, tooMany, clear } = picked;
  const has = (action: CustomerAction) => picked.rowsFor(action).length > 0;
  return (
    <div className={css.bar}>
      <div className={css.count}>
        <p role="status">
          {t('customers.pick.count', { count: rows.length })}
          {tooMany && `. ${t('customers.many.most', { most: chosenAtMost })}`}
        </p>
        {all && <ChooseAll {...all} onChosen={picked.addAll} />}
        <Button variant="text" icon="close" onClick={clear}>
          {t('customers.pick.clear')}
        </Button>
      </div>
      {has('reminder') && (
        <Button icon="mail" aria-haspopup="dialog" onClick={() => open('remind')}>
          {t('customers.pick.remind')}
        </Button>
      )}
      {has('move') && (
        <Button variant="two" icon="move" aria-haspopup="dialog" onClick={() => open('moveMany')}>
          {t('customers.pick.move')}
        </Button>
      )}
      {has('archive') && (
        <Button variant="two" icon="archive" aria-haspopup="dialog" onClick={() => open('archiveMany')}>
          {t('customers.many.archive')}
        </Button>
      )}
      <PrintSheets ids={rows.map(({ id }) => id)} />
      <ExportChosen ids={rows.map(({ id }) => id)} />
    </div>
  );
}

/** Opens the emergency sheets as one PDF to print. Each sheet is recorded, and its customer is notified. */
function PrintSheets({ ids }: { ids: readonly string[] }) {
  const t = useText();
  if (ids.length > sheetsAtMost)
    return (
      <Button variant="two" icon="print" off={t('customers.many.printMost', { most: sheetsAtMost })}>
        {t('customers.many.print')}
      </Button>
    );
  return (
    <AnchorButton
      variant="two"
      icon="print"
      href={`/api/customers/emergency-sheets.pdf?ids=${ids.join(',')}`}
      target="_blank"
      rel="noopener"
    >
      {t('customers.many.print')} <span className="vh">{t('common.newTab')}</span>
    </AnchorButton>
  );
}
