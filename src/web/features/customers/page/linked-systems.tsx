import { isPlatformRole } from '../../../../domain/access/actors.ts';
import { systemName } from '../../../../domain/integrations/system-name.ts';
import { roleOf } from '../../../app/person.ts';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { CustomerLinks } from '../../integrations/api.ts';
import type { Customer } from './customer-api.ts';
import { Part } from './parts/part.tsx';

/** Residential-care systems with which the customer is linked; for those who manage integrations, with the plan there (D-46). */
export function LinkedSystems({ customer: { id, integration_types } }: { customer: Customer }) {
  const t = useText();
  const user = useSession();
  if (!user || integration_types.length === 0) return null;
  const isManager = isPlatformRole(roleOf(user)) || user.permission_role.can_manage_all;
  return (
    <Part title={t('customer.part.linked')}>
      {isManager && integration_types.includes('ecase') ? (
        <CustomerLinks userId={id} />
      ) : (
        integration_types.map((type) => (
          <p key={type}>{t('customer.linked.to', { system: systemName(type) })}</p>
        ))
      )}
    </Part>
  );
}
