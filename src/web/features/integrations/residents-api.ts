import type { PlanState } from '../../../domain/integrations/plan-state.ts';
import type { activeResidentList } from '../../../domain/lists/definitions/integrations.ts';
import type { ListRequest } from '../../../domain/lists/request.ts';
import { pathWith, rest } from '../../api/fetch/rest.ts';
import { useCall } from '../../api/use-call.ts';
import type { Read } from '../../api/use-read.ts';

/** A customer who is, or may be, a resident of the system. `medicare_same` is null if one side has no number. */
export type Candidate = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  birth_date: string | null;
  medicare_same: boolean | null;
};

/** A resident as the system last listed them, and the customer. */
export type Resident = {
  resident_id: string;
  first_name: string;
  last_name: string;
  birth_date: string | null;
  match: 'linked' | 'suggested' | 'several' | 'differs' | 'none';
  customer: Candidate | null;
  plan: PlanState;
};

type Counts = { all: number; linked: number; to_check: number; no_customer: number };

export type ResidentPage = {
  /** When all residents were last loaded; null before the first time. */
  loaded_at: string | null;
  counts: Counts;
  count: number;
  data: Resident[];
};

/** Time for the system to list all residents, in milliseconds. */
const loadMs = 150_000;

const residentsPath = '/api/integrations/ecase/active-residents';
const linksPath = '/api/integrations/contact-provider-integration';

/** Reads a page of the residents of a provider. */
export function useResidents(
  providerId: string,
  { filters: { search, show }, page }: ListRequest<typeof activeResidentList>,
): Read<ResidentPage> {
  const path = pathWith(residentsPath, { provider_id: providerId, show: show ?? 'all', search, page });
  return useCall(path, () => rest<ResidentPage>(path), { keeps: true });
}

/** Loads all active residents from the system. @throws ApiError */
export const loadResidents = (provider_id: string): Promise<{ loaded_at: string; count: number }> =>
  rest(residentsPath, { method: 'POST', input: { provider_id }, withinMs: loadMs });

/** Finds customers who may be a resident: the matching ones, or by words of their names. @throws ApiError */
export const findCandidates = async (
  provider_id: string,
  resident_id: string,
  search: string,
): Promise<Candidate[]> => {
  const path = pathWith(`${residentsPath}/candidates`, { provider_id, resident_id, search });
  return (await rest<{ data: Candidate[] }>(path)).data;
};

/** Links a resident with a customer. `compared`: the caller has compared the two. @throws ApiError */
export const link = (
  provider_id: string,
  resident_id: string,
  user_id: string,
  compared: boolean,
): Promise<unknown> =>
  rest(linksPath, { method: 'POST', input: { provider_id, resident_id, user_id, compared } });

/** Removes the link of a resident. @throws ApiError */
export const unlink = (provider_id: string, resident_id: string): Promise<unknown> =>
  rest(linksPath, { method: 'DELETE', input: { provider_id, resident_id } });

/** Maximum number of residents of one invitation. */
export const inviteAtMost = 50;

type Invited = { resident_id: string; state: 'added' | 'exists' | 'failed'; user_id: string | null };

/** Makes residents customers without an email address, and links them. Returns the result for each. @throws ApiError */
export const inviteResidents = (
  provider_id: string,
  resident_ids: readonly string[],
): Promise<{ results: Invited[] }> =>
  rest(`${residentsPath}/invite`, {
    method: 'POST',
    input: { provider_id, resident_ids },
    withinMs: loadMs,
  });

/** Links of a customer to residents. */
export type CustomerLinks = {
  integrations: {
    type: 'ecase';
    resident_id: string;
    provider_id: string;
    linked_at: string;
    plan: PlanState;
  }[];
};

/** Reads the links of a customer. */
export const useCustomerLinks = (userId: string): Read<CustomerLinks> =>
  useCall(`links ${userId}`, () =>
    rest<CustomerLinks>(pathWith('/api/integrations/user-integrations', { user_id: userId })),
  );
