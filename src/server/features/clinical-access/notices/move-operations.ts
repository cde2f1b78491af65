import * as z from 'zod/mini';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { addMoveNotices, findPeopleBelow } from './move-store.ts';
import { jobId } from './notice-operations.ts';

/** People of a moved house whose notices are added in one transaction. */
const peopleAtOnce = 200;

const from = z.array(z.uuid());

/** Announces to clinical systems that a person was moved to another house. `from`: the earlier house and the providers above it. */
export const queueMoveNotices = operation({
  name: 'queueMoveNotices',
  kind: 'write',
  input: z.strictObject({ event_id: jobId, user_id: z.uuid(), from }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, now, emit, auditDetails }) {
    const { event_id: eventId, user_id: userId } = input;
    const added = await addMoveNotices(tx, { eventId, userId, from: input.from, branch: null, now });
    for (const notice_id of added) emit('clinical-notice.due', { notice_id });
    auditDetails({ user_id: userId, notices: added.length });
  },
});

/**
 * Announces to clinical systems that a house was moved with all its residents: some of them, and the rest with the next event. `from`:
 * the providers above the house before.
 */
export const queueBranchNotices = operation({
  name: 'queueBranchNotices',
  kind: 'write',
  input: z.strictObject({
    event_id: jobId,
    provider_id: z.uuid(),
    from,
    after: z.optional(z.nullable(z.uuid())),
  }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, now, emit, auditDetails }) {
    const { event_id, provider_id: branch, after = null } = input;
    const people = await findPeopleBelow(tx, branch, after, peopleAtOnce);
    let notices = 0;
    for (const userId of people) {
      const move = { eventId: `${event_id}/${userId}`, userId, from: input.from, branch, now };
      const added = await addMoveNotices(tx, move);
      for (const notice_id of added) emit('clinical-notice.due', { notice_id });
      notices += added.length;
    }
    const last = people.at(-1);
    if (last !== undefined && people.length === peopleAtOnce)
      emit('provider.moved', { provider_id: branch, from: input.from, after: last });
    auditDetails({ provider: branch, people: people.length, notices });
  },
});
