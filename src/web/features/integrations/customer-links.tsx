import { useShortDate } from '../../app/dates.ts';
import { useText, useTexts } from '../../app/texts.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { useCustomerLinks } from './residents-api.ts';
import { PlanCell } from './residents/cells.tsx';

/** Links of a customer to residents of a residential-care system (INTEG-03). */
export function CustomerLinks({ userId }: { userId: string }) {
  const t = useText();
  const shortDate = useShortDate();
  const isReady = useTexts(['integrations']);
  const read = useCustomerLinks(userId);
  if (!isReady) return <Spinner />;
  return (
    <Loaded read={read}>
      {({ integrations }) => (
        <ul>
          {integrations.map(({ resident_id, linked_at, plan }) => (
            <li key={resident_id}>
              <p>
                {t('integrations.customer.linked', { resident: resident_id, date: shortDate(linked_at) })}
              </p>
              <p className="quiet">
                {t('integrations.residents.col.plan')}: <PlanCell plan={plan} isLinked />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
