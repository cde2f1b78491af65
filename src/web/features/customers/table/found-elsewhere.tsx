import type { customerList } from '../../../../domain/lists/definitions/customers.ts';
import { changeRequest } from '../../../../domain/lists/request.ts';
import { useText } from '../../../app/texts.tsx';
import type { ListState } from '../../../lists/use-list.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { useCustomers } from './customers-api.ts';

type ElsewhereProps = { state: ListState<typeof customerList> };

/** Offers the archived customers and those who will be deleted whom a search without a result would find (N-12). */
export function FoundElsewhere({ state }: ElsewhereProps) {
  const { status, search } = state.request.filters;
  if (search === '' || status === 'archived' || status === 'removing') return null;
  return (
    <>
      <Offer state={state} status="archived" />
      <Offer state={state} status="removing" />
    </>
  );
}

function Offer({ state, status }: ElsewhereProps & { status: 'archived' | 'removing' }) {
  const t = useText();
  const filters = { ...state.request.filters, view: null, status };
  const request = changeRequest(state.request, { filters });
  const count = useCustomers(request).data?.getCustomers.count ?? 0;
  if (count === 0) return null;
  return (
    <LinkButton variant="two" to="." search={state.searchOf(request)}>
      {t(`customers.elsewhere.${status}`, { count })}
    </LinkButton>
  );
}
