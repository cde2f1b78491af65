import type { StaffJob } from '../../../../domain/staff/jobs.ts';
import { callRest } from '../../../api/call.ts';

/** Content of an invitation to the staff. */
export type StaffInvitation = {
  email: string;
  provider: string;
  job: StaffJob | null;
  is_contact: boolean;
};

/** Reads an invitation. @throws ApiError `invalid` at `token` with the reason why it is not valid */
export const readInvitation = (token: string): Promise<StaffInvitation> =>
  callRest<StaffInvitation>('/api/auth/staff-invitation', { token });

/** Accepts an invitation: afterwards the person is signed in. @throws ApiError */
export const acceptInvitation = (accepted: {
  token: string;
  password: string;
  language: string;
}): Promise<unknown> => callRest('/api/auth/accept-staff-invitation', accepted);
