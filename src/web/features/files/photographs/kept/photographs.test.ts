import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { uncropped, type PhotographedPage } from '../../../../../domain/files/photographs.ts';
import { ApiError } from '../../../../api/errors.ts';
import { createPhotographs } from './photographs.ts';
import type { OpenPhotographs, PhotographService } from './service.ts';

const partSize = 4;

/** Creates a server in memory. Calls that begin with `failing` fail as lost until it is empty. */
function fakeServer() {
  const calls: string[] = [];
  const server = {
    failing: '',
    pages: [] as readonly PhotographedPage[],
    refusal: undefined as ApiError | undefined,
  };
  const called = async (call: string) => {
    calls.push(call);
    await Promise.resolve();
    if (server.failing !== '' && call.startsWith(server.failing)) throw new ApiError('unavailable');
  };
  const service: PhotographService = {
    async begin(name) {
      await called(`begin ${name}`);
      return { id: 'document', partSize, pages: [] };
    },
    async change(_, pages) {
      await called(`change ${pages.map(({ number }) => number).join()}`);
      server.pages = pages;
    },
    async sendPart({ number, n, body }, { sent }) {
      await called(`part ${number}.${n}`);
      sent(body.size);
    },
    async finish() {
      await called('finish');
      if (server.refusal) throw server.refusal;
      return { isChecking: false };
    },
    remove: (id) => called(`remove ${id}`),
    wait: () => Promise.resolve(),
  };
  return { service, calls, server };
}

const photo = (name: string, size = 10, head: readonly number[] = [0xff, 0xd8, 0xff]) =>
  new File([Uint8Array.from([...head, ...Array<number>(Math.max(0, size - head.length)).fill(1)])], name);

function setUp({ isBlank = false } = {}) {
  const fake = fakeServer();
  const released: string[] = [];
  const photographs = createPhotographs({
    service: fake.service,
    read: async (file) => ({ picture: { src: `picture of ${file.size}`, width: 3, height: 4 }, isBlank }),
    release: ({ src }) => void released.push(src),
    newFileName: () => 'Directive.pdf',
  });
  const numbers = () => photographs.view().pages.map(({ number }) => number);
  const states = () => photographs.view().pages.map(({ state }) => state.kind);
  return { ...fake, photographs, released, numbers, states };
}

describe('photographed pages in the browser', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are stored in the list and sent in parts as soon as they are chosen', async () => {
    const { photographs, calls, states } = setUp();
    await photographs.add([photo('a.jpg', 10), photo('b.jpg', 3)]);
    expect(states()).toEqual(['arrived', 'arrived']);
    expect(calls).toEqual([
      'begin Directive.pdf',
      'change 1,2',
      'part 1.1',
      'part 1.2',
      'part 1.3',
      'part 2.1',
    ]);
  });

  it('are refused one by one with their names, and at most 20 are added', async () => {
    const { photographs } = setUp();
    await photographs.add([
      photo('letter.pdf', 9, [0x25, 0x50, 0x44, 0x46, 0x2d]),
      photo('empty.jpg', 0, []),
    ]);
    expect(photographs.view().refused.map(({ name, problem }) => [name, problem.message])).toEqual([
      ['letter.pdf', 'error.photograph.type'],
      ['empty.jpg', 'error.file.empty'],
    ]);
    await photographs.add(Array.from({ length: 40 }, (_, at) => photo(`${at}.jpg`)));
    expect(photographs.view()).toMatchObject({ leftOut: 20, refused: [] });
    expect(photographs.view().pages).toHaveLength(20);
  });

  it('are stored once for several changes, in the latest state, also when the document is made at once', async () => {
    const { photographs, calls, server, numbers } = setUp();
    await photographs.add([photo('a.jpg'), photo('b.jpg')]);
    photographs.move(2, -1);
    photographs.look(2, { turn: 90, crop: { ...uncropped, top: 5 } });
    expect(numbers()).toEqual([2, 1]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls.filter((call) => call.startsWith('change'))).toEqual(['change 1,2', 'change 2,1']);
    photographs.look(1, { turn: 180, crop: uncropped });
    expect(await photographs.finish()).toBe('saved');
    expect(calls.slice(-2)).toEqual(['change 2,1', 'finish']);
    expect(server.pages.map(({ turn }) => turn)).toEqual([90, 180]);
    expect(photographs.view()).toMatchObject({ id: undefined, pages: [] });
  });

  it('show a change that could not be stored, and store it with the next one', async () => {
    const { photographs, server } = setUp();
    await photographs.add([photo('a.jpg')]);
    server.failing = 'change';
    photographs.look(1, { turn: 90, crop: uncropped });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(photographs.view().saveFailed).toBe(true);
    server.failing = '';
    photographs.look(1, { turn: 180, crop: uncropped });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(photographs.view().saveFailed).toBe(false);
    expect(server.pages[0]?.turn).toBe(180);
  });

  it('that failed do not stop the others, and are sent again on request', async () => {
    const { photographs, server, states } = setUp();
    server.failing = 'part 1';
    await photographs.add([photo('a.jpg'), photo('b.jpg')]);
    expect(states()).toEqual(['failed', 'arrived']);
    server.failing = '';
    await photographs.sendAgain(1);
    expect(states()).toEqual(['arrived', 'arrived']);
  });

  it('that are taken again get another number in the same place, and release the picture before', async () => {
    const { photographs, released, numbers } = setUp();
    await photographs.add([photo('a.jpg', 5), photo('b.jpg', 6)]);
    await photographs.replace(1, photo('c.jpg', 7));
    expect(numbers()).toEqual([3, 2]);
    expect(released).toEqual(['picture of 5']);
    photographs.remove(2);
    expect(numbers()).toEqual([3]);
  });

  it('that look empty lead to a question, which an answer ends', async () => {
    const { photographs } = setUp({ isBlank: true });
    await photographs.add([photo('a.jpg')]);
    expect(photographs.view().pages[0]).toMatchObject({ looksBlank: true, state: { kind: 'arrived' } });
    photographs.keepBlank(1);
    expect(photographs.view().pages[0]?.looksBlank).toBe(false);
  });

  it('that the server cannot draw are refused at their page, and the others stay', async () => {
    const { photographs, server, states } = setUp();
    await photographs.add([photo('a.jpg'), photo('b.jpg')]);
    const fields = [{ field: 'page.2', message: 'error.photograph.broken' }] as const;
    server.refusal = new ApiError('invalid', { fields });
    expect(await photographs.finish()).toBeUndefined();
    expect(states()).toEqual(['arrived', 'failed']);
    server.refusal = new ApiError('invalid', { fields: [{ field: 'file', message: 'error.file.quota' }] });
    await photographs.finish();
    expect(photographs.view().problem?.message).toBe('error.file.quota');
  });

  it('of an earlier visit are shown, and those that did not arrive must be taken again', async () => {
    const { photographs, calls, states, numbers } = setUp();
    const page = (number: number, received: number) => ({
      ...{ number, size: 10, turn: 0 as const, crop: uncropped, received },
    });
    const open: OpenPhotographs = { id: 'kept', partSize, pages: [page(4, 3), page(2, 1)] };
    photographs.resume(open);
    expect(states()).toEqual(['arrived', 'failed']);
    await photographs.add([photo('c.jpg')]);
    expect(numbers()).toEqual([4, 2, 5]);
    expect(calls[0]).toBe('change 4,2,5');
    photographs.resume({ ...open, pages: [] });
    expect(numbers()).toEqual([4, 2, 5]);
    await photographs.giveUp();
    expect(calls.at(-1)).toBe('remove kept');
    expect(numbers()).toEqual([]);
  });
});
