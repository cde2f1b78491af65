import type Stripe from 'stripe';
import { stepDue } from '../billing/renewals.ts';
import { ApiError } from '../http/api-error.ts';
import type { Asked } from '../http/call.ts';
import { integer, text } from '../http/form.ts';
import type { Route } from '../http/router.ts';
import { testClockShape } from '../shapes/people.ts';
import { newId } from '../store/work.ts';

const requiredTime = (params: Asked['params']): number => {
  const time = integer(params, 'frozen_time');
  if (time === undefined)
    throw new ApiError(400, 'Missing required param: frozen_time.', { code: 'parameter_missing' });
  return time;
};

async function create({ work, params }: Asked) {
  const frozen = requiredTime(params);
  const name = text(params, 'name') ?? null;
  return work.put(testClockShape({ id: newId('clock'), at: work.at, frozen, name }));
}

/** Moves a test clock and runs everything that is due until then. Unlike at Stripe, all is done before the response. */
async function advance({ work, path, params }: Asked) {
  const clock = await work.get('test_helpers.test_clock', path['id']);
  const until = requiredTime(params);
  if (until <= clock.frozen_time)
    throw ApiError.wrong('frozen_time', 'A test clock can only be moved forward.');
  while ((await stepDue(work, until, clock.id)) > 0);
  work.at = until;
  const moved = work.put<Stripe.TestHelpers.TestClock>({ ...clock, frozen_time: until });
  work.emitEvent('test_helpers.test_clock.ready', moved);
  return moved;
}

export const clockRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/test_helpers/test_clocks', run: create },
  {
    method: 'GET',
    path: '/v1/test_helpers/test_clocks/:id',
    run: ({ work, path }) => work.get('test_helpers.test_clock', path['id']),
  },
  { method: 'POST', path: '/v1/test_helpers/test_clocks/:id/advance', run: advance },
];
