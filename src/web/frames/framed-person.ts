import type { SessionUser } from '../app/person.ts';
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

/** Whether this is not a person, but stands for one in a first frame. */
export const isFramed = ({ id }: SessionUser): boolean => id === '';
