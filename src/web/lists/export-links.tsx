import { useId, useState } from 'react';
import type { ListDefinition } from '../../domain/lists/list.ts';
import { requestParameters } from '../../domain/lists/request.ts';
import { useText } from '../app/texts.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { AnchorButton } from '../ui/buttons/link-button.tsx';
import css from './lists.module.css';
import type { ListState } from './use-list.ts';

type ExportLinksProps<List extends ListDefinition> = { state: ListState<List> };

/** Downloads every matching row, in the order of the screen: as CSV, or in a format that the user chooses. */
export function ExportLinks<List extends ListDefinition>({ state }: ExportLinksProps<List>) {
  return (
    <div className={css.csv}>
      {state.list.hasXlsx ? <Formats state={state} /> : <FileLink state={state} format="csv" />}
    </div>
  );
}

/** Button that shows the formats. */
function Formats<List extends ListDefinition>({ state }: ExportLinksProps<List>) {
  const t = useText();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="text"
        icon="download"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {t('lists.export')}
      </Button>
      {open && (
        <ul id={id} className={css.formats} aria-label={t('lists.export')}>
          {(['csv', 'xlsx'] as const).map((format) => (
            <li key={format}>
              <FileLink state={state} format={format} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function FileLink<List extends ListDefinition>({
  state: { list, request },
  format,
}: ExportLinksProps<List> & { format: 'csv' | 'xlsx' }) {
  const t = useText();
  const parameters = Object.entries(requestParameters(list, { ...request, page: 1 })).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const query = new URLSearchParams(parameters).toString();
  return (
    <AnchorButton
      href={`/api/lists/${list.name}.${format}${query && `?${query}`}`}
      variant="text"
      icon="download"
      download={`${list.name}.${format}`}
    >
      {t(`lists.${format}`)}
    </AnchorButton>
  );
}
