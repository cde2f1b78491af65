import { hasSignedPlan, type SessionUser } from '../app/person.ts';
import { seesPageAtOnce } from '../early/first-page.ts';
import type { FramedPerson } from '../../domain/menu/framed-people.ts';

const writing: SessionUser = {
  id: '',
  first_name: null,
  last_name: null,
  email: '',
  language: 'en',
  provider_id: null,
  provider: null,
  super_admin: false,
  subscription_id: null,
  permission_role: { role: 'user', can_manage_acp: false, can_manage_all: false, can_manage_user: false },
  status: 'active',
  login_provider: 'password',
  cognito_sync_status: null,
  for_my_self: true,
  account_owner: '',
  image: null,
  date_format: 'DD/MM/YYYY',
  customer_columns: null,
  delete_on: null,
  removed_by_staff: false,
  consents: [],
  consents_due: { eusa: false, privacy: false },
  acps: [],
  acting: null,
  together: null,
  second_step_due: false,
};

const plan = { id: '', status: 'complete', external: false, completed_at: null, version: 1, plan_version: 1 };

/**
 * Stand for the customer while a first frame is rendered and while React takes it over, because the frame is the same for all of them.
 * Pages show nothing of it: its names are empty, and so is its id.
 */
export const framedUsers: Readonly<Record<FramedPerson, SessionUser | null>> = {
  visitor: null,
  writing,
  signed: { ...writing, acps: [plan] },
};

/** Returns whose frame a customer sees, as the server decides it (src/server/http/frames/framed-customer.ts); undefined for no frame. */
export function frameFor(user: SessionUser): 'signed' | 'writing' | undefined {
  const isExternal = user.acps.some(({ external }) => external);
  if (!seesPageAtOnce(user) || !user.for_my_self || user.second_step_due || isExternal) return undefined;
  return hasSignedPlan(user) ? 'signed' : 'writing';
}
