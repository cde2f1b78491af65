import type { StaffJob } from '../../../../domain/staff/jobs.ts';
import { callRest } from '../../../api/call.ts';

/** What the link of an invitation to the staff says. */
export type StaffInvitation = {
  email: string;
  provider: string;
  job: StaffJob | null;
  is_contact: boolean;
};

/** Reads an invitation. @throws ApiError `invalid` at `token` with why it opens nothing */
export const readInvitation = (token: string): Promise<StaffInvitation> =>
  callRest<StaffInvitation>('/api/auth/staff-invitation', { token });

/** Accepts an invitation: the person is signed in then. @throws ApiError */
export const acceptInvitation = (accepted: {
  token: string;
  password: string;
  language: string;
}): Promise<unknown> => callRest('/api/auth/accept-staff-invitation', accepted);
