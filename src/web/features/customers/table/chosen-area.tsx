import { lazy, Suspense, useState } from 'react';
import type { customerList } from '../../../../domain/lists/definitions/customers.ts';
import type { ListRequest } from '../../../../domain/lists/request.ts';
import { loadTexts } from '../../../app/texts.tsx';
import type { OpenDialog } from '../actions/use-customer-dialogs.tsx';
import type { ManyResult } from '../many/many-result.ts';
import type { CustomerPage } from './customers-api.ts';
import type { Picked } from './use-picked.ts';

const withTexts = async <Part,>(load: () => Promise<Part>): Promise<Part> => {
  const [part] = await Promise.all([
    load(),
    loadTexts(['customers-many', 'customers-errors', 'customers-move', 'errors']),
  ]);
  return part;
};
const ChosenBar = lazy(() => withTexts(() => import('../many/chosen-bar.tsx')));
const loadPanel = () => withTexts(() => import('../many/done-panel.tsx'));
const DonePanel = lazy(loadPanel);

type ChosenAreaProps = {
  picked: Picked;
  request: ListRequest<typeof customerList>;
  /** The shown page; undefined while it is read for the first time. */
  page: CustomerPage | undefined;
  open: OpenDialog;
};

/** Above the list: the actions on the chosen customers, and the result of the last one. Loaded with the first choice. */
export function ChosenArea({ picked, request, page, open }: ChosenAreaProps) {
  const [result, setResult] = useState<ManyResult>();
  const { rows, clear, selection } = picked;
  const isWhole = page !== undefined && page.data.length > 0 && page.data.every((row) => selection.has(row));
  const count = page?.count_is_exact ? page.count : null;
  const all =
    isWhole && page.count > page.data.length && !(rows.length >= page.count) ? { request, count } : null;
  return (
    <Suspense>
      {result && <DonePanel result={result} onResult={setResult} onClose={() => setResult(undefined)} />}
      {rows.length > 0 && (
        <ChosenBar
          picked={picked}
          all={all}
          open={(dialog) => {
            // The result is shown as soon as the dialog closes.
            void loadPanel().catch(() => {});
            open(dialog, { rows, clear, onResult: setResult });
          }}
        />
      )}
    </Suspense>
  );
}
