import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import type { FieldError } from '../../domain/errors.ts';
import { ApiError } from '../api/errors.ts';
import { formErrors } from './errors/form-errors.ts';
import { repeatMs, useAction, type ActionOptions } from './use-action.ts';
import { useSubmit } from './use-submit.ts';

/** Returns the result of a hook in its first render. */
function drawn<Value>(hook: () => Value): Value {
  let given: Value | undefined;
  const Part = () => {
    given = hook();
    return null;
  };
  renderToString(createElement(Part));
  return given!;
}

const taken = { field: 'email', message: 'error.duplicateEmail' } as const;

describe('sending a form', () => {
  const sending = (
    send: (values: string) => Promise<number>,
    options: Partial<ActionOptions<number>> = {},
  ) => {
    const refused: (readonly FieldError[])[] = [];
    const form = {
      failures: 0,
      refuse(fields: readonly FieldError[]) {
        refused.push(fields);
        return [];
      },
    };
    return { refused, ...drawn(() => useSubmit(form, send, { resetMs: 1, ...options })) };
  };

  it('passes on the sent values and the result', async () => {
    const onDone = vi.fn();
    const { submit, refused } = sending((values) => Promise.resolve(values.length), { onDone });
    await submit('four');
    expect(onDone).toHaveBeenCalledExactlyOnceWith(4);
    expect(refused).toEqual([]);
  });

  it('ignores a second submit while one is under way [D-18]', async () => {
    let settle = (_: number) => {};
    const send = vi.fn(() => new Promise<number>((resolve) => (settle = resolve)));
    const { submit } = sending(send);
    const first = submit('a');
    await submit('b');
    expect(send).toHaveBeenCalledExactlyOnceWith('a');
    settle(1);
    await first;
    void submit('c');
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('ignores the same press for 400 ms after it worked, and not another one or one that failed [S-101]', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const work = vi.fn((_: string) => Promise.resolve());
    const { run } = drawn(() => useAction(work, { resetMs: 0 }));
    await run('a');
    vi.advanceTimersByTime(repeatMs - 1);
    await run('a');
    expect(work).toHaveBeenCalledTimes(1);
    await run('b');
    expect(work).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(repeatMs);
    await run('b');
    expect(work).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(repeatMs);
    work.mockRejectedValueOnce(new ApiError('unavailable'));
    await run('c');
    await run('c');
    expect(work).toHaveBeenCalledTimes(5);
    vi.useRealTimers();
  });

  it('puts a refusal to the fields and never rejects', async () => {
    const onFailed = vi.fn();
    const onDone = vi.fn();
    const error = new ApiError('invalid', { fields: [taken] });
    const { submit, refused } = sending(() => Promise.reject(error), { onFailed, onDone });
    await submit('a');
    expect(refused).toEqual([[taken]]);
    expect(onFailed).toHaveBeenCalledExactlyOnceWith(error);
    expect(onDone).not.toHaveBeenCalled();
  });

  it('reports a failure of the work after a response', async () => {
    const { submit, refused } = sending(() => Promise.resolve(1), {
      onDone: () => Promise.reject(new ApiError('unavailable')),
    });
    await submit('a');
    expect(refused).toEqual([[{ field: 'form', message: 'error.noAnswer' }]]);
  });
});

it('an action of a button is not run twice at once, and its failure is passed on', async () => {
  const onFailed = vi.fn();
  const work = vi.fn((_: string) => Promise.reject(new ApiError('locked')));
  const { run } = drawn(() => useAction(work, { resetMs: 1, onFailed }));
  await Promise.all([run('a'), run('b')]);
  expect(work).toHaveBeenCalledExactlyOnceWith('a');
  expect(onFailed).toHaveBeenCalledTimes(1);
});

describe('the message for an error', () => {
  it('comes first from this form’s texts for the code, then from those of every form, then from the fallback [R-62]', () => {
    const texts = {
      locked: 'settings.profile.locked',
      'rate-limited': () => [taken],
    } as const;
    const said = (...[code, extra]: ConstructorParameters<typeof ApiError>) =>
      formErrors(new ApiError(code, extra), { texts, fallback: 'error.help.sendFailed' });
    expect(said('locked')).toEqual([{ field: 'form', message: 'settings.profile.locked' }]);
    expect(said('rate-limited')).toEqual([taken]);
    expect(said('invalid', { fields: [taken] })).toEqual([taken]);
    expect(said('unavailable')).toEqual([{ field: 'form', message: 'error.noAnswer' }]);
    expect(said('too-large')).toEqual([{ field: 'form', message: 'error.tooLarge' }]);
    expect(said('general_error')).toEqual([{ field: 'form', message: 'error.help.sendFailed' }]);
  });
});
