import { chosenAtMost } from '../../../../domain/customers/actions/chosen.ts';
import type { customerList } from '../../../../domain/lists/definitions/customers.ts';
import type { ListRequest } from '../../../../domain/lists/request.ts';
import { useText } from '../../../app/texts.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import type { ActionCustomer } from '../staff.ts';
import { readChosen } from './many-api.ts';

type ChooseAllProps = {
  request: ListRequest<typeof customerList>;
  /** Number of customers that match, if it is known exactly. */
  count: number | null;
  onChosen: (rows: readonly ActionCustomer[], more: boolean) => void;
};

/** Chooses every customer of the view and its filters, after those of a page were chosen. */
export function ChooseAll({ request, count, onChosen }: ChooseAllProps) {
  const t = useText();
  const { run, state } = useAction(() => readChosen(request), {
    resetMs: adminResetMs.save,
    onDone: ({ rows, more }) => onChosen(rows, more),
  });
  return (
    <Button
      variant="text"
      state={state}
      words={{
        pending: 'customers.many.choosing',
        complete: 'customers.many.chosen',
        error: 'customers.action.failed',
      }}
      saysDone={false}
      onClick={() => void run()}
    >
      {count === null || count > chosenAtMost
        ? t('customers.many.allFirst', { most: chosenAtMost })
        : t('customers.many.all', { count })}
    </Button>
  );
}
