import { describe, expect, it } from 'vitest';
import { fakeServer, fileOf, type Fate } from '../fake-server.fixture.ts';
import type { KeptUploads } from './kept-uploads.ts';
import type { UploadsView } from './upload-list.ts';
import { createUploads, type Unfinished } from './uploads.ts';

function keptInMemory(): KeptUploads & { all: Map<string, number> } {
  const all = new Map<string, number>();
  return {
    all,
    note: (id, { lastModified }) => void all.set(id, lastModified),
    isSame: (id, { lastModified }) => all.get(id) === lastModified,
    forget: (id) => void all.delete(id),
  };
}

function setUp({ fates = [] as Fate[], maxCount = 5, unfinished = [] as Unfinished[] } = {}) {
  const server = fakeServer({ fates });
  const kept = keptInMemory();
  let keys = 0;
  const uploads = createUploads({
    service: server.service,
    category: 'ADDITIONAL_DOCUMENT',
    rule: { maxCount, problemOf: () => undefined, problemOfContent: async () => undefined },
    firstType: 'OTHER',
    kept,
    unfinished: () => unfinished,
    newKey: () => `key-${(keys += 1)}`,
  });
  const seen: UploadsView[] = [];
  uploads.subscribe(() => seen.push(uploads.view()));
  const states = () => uploads.view().uploads.map(({ file, state }) => `${file.name} ${state.kind}`);
  return { ...server, kept, uploads, seen, states };
}

describe('the files of the upload dialog', () => {
  it('are chosen, sent one after the other, and saved [UPLOAD-13]', async () => {
    const { uploads, states, seen, calls, kept } = setUp();
    uploads.choose([fileOf('a.pdf', 6), fileOf('b.pdf', 3)]);
    expect(states()).toEqual(['a.pdf chosen', 'b.pdf chosen']);
    expect(await uploads.start()).toEqual({ saved: 2, kept: 0, failed: 0 });
    expect(states()).toEqual(['a.pdf saved', 'b.pdf saved']);
    expect(calls).toEqual([
      ...['insert a.pdf', 'part 1', 'part 2', 'activate'],
      ...['insert b.pdf', 'part 1', 'activate'],
    ]);
    const kinds = seen.map(({ uploads: [first] }) => first?.state.kind);
    expect(new Set(kinds)).toEqual(new Set(['chosen', 'waiting', 'sending', 'checking', 'saved']));
    // Never two at the same time.
    for (const view of seen)
      expect(view.uploads.filter(({ state }) => state.kind === 'sending').length).toBeLessThanOrEqual(1);
    expect(uploads.view().sending).toBe(false);
    expect(kept.all.size).toBe(0);
  });

  it('are kept when the virus scanner is silent: neither saved nor failed, and sent only once [S-32]', async () => {
    const { uploads, states, calls, kept, scanner, files } = setUp();
    scanner.isSilent = true;
    uploads.choose([fileOf('a.pdf', 3)]);
    expect(await uploads.start()).toEqual({ saved: 0, kept: 1, failed: 0 });
    expect(states()).toEqual(['a.pdf kept']);
    expect(kept.all.size).toBe(0);
    const before = calls.length;
    expect(await uploads.start()).toEqual({ saved: 0, kept: 0, failed: 0 });
    uploads.removeAll();
    expect([calls.length, files.size]).toEqual([before, 1]);
  });

  it('have the type and the note that the user entered [UPLOAD-15, GAP-63]', async () => {
    const { uploads, service } = setUp();
    const sent: unknown[] = [];
    const { insert } = service;
    service.insert = (file) => {
      sent.push(file);
      return insert(file);
    };
    uploads.choose([fileOf('a.pdf', 1)]);
    expect(uploads.view().uploads[0]?.documentType).toBe('OTHER');
    uploads.change('key-1', { documentType: 'GOALS_OF_CARE', note: ' signed on 4 May ' });
    await uploads.start();
    expect(sent).toEqual([
      {
        category: 'ADDITIONAL_DOCUMENT',
        document_type: 'GOALS_OF_CARE',
        file_name: 'a.pdf',
        size: 1,
        note: 'signed on 4 May',
        idempotency_key: 'key-1',
      },
    ]);
  });

  it('are sent once, however often Done is pressed', async () => {
    const { uploads, calls } = setUp();
    uploads.choose([fileOf('a.pdf', 1)]);
    const [first, second] = await Promise.all([uploads.start(), uploads.start()]);
    expect(first).toEqual({ saved: 1, kept: 0, failed: 0 });
    expect(second).toEqual({ saved: 0, kept: 0, failed: 0 });
    expect(calls).toEqual(['insert a.pdf', 'part 1', 'activate']);
  });

  it('cannot be chosen during an upload, and saved ones make room afterwards', async () => {
    const { uploads, states } = setUp({ maxCount: 1 });
    uploads.choose([fileOf('a.pdf', 1)]);
    const run = uploads.start();
    uploads.choose([fileOf('b.pdf', 1)]);
    await run;
    expect(states()).toEqual(['a.pdf saved']);
    uploads.choose([fileOf('b.pdf', 1)]);
    expect(states()).toEqual(['b.pdf chosen']);
    expect(uploads.view().tooMany).toBe(false);
  });

  it('continue after one of them failed, and the failed one continues where it stopped', async () => {
    const { uploads, states, calls, files, contentOf } = setUp({
      fates: ['well', 'well', 'down', 'down', 'down'],
    });
    const file = fileOf('a.pdf', 6);
    uploads.choose([file, fileOf('b.pdf', 3)]);
    expect(await uploads.start()).toEqual({ saved: 1, kept: 0, failed: 1 });
    expect(states()).toEqual(['a.pdf failed', 'b.pdf saved']);
    expect(uploads.view().uploads[0]?.state).toEqual({
      kind: 'failed',
      problem: { field: 'file', message: 'error.file.storageDown' },
      isRefused: false,
    });
    calls.length = 0;
    expect(await uploads.start(uploads.view().uploads[0]?.key)).toEqual({ saved: 1, kept: 0, failed: 0 });
    expect(calls).toEqual(['part 2', 'activate']);
    expect(contentOf('file-1')).toEqual([...new Uint8Array(await file.arrayBuffer())]);
    expect(files.size).toBe(2);
  });

  it('that the server refuses are given up there and shown as refused, and start from the beginning with the next try [S-50]', async () => {
    const { uploads, states, calls, files } = setUp({ fates: ['well', 'well', 'refused'] });
    uploads.choose([fileOf('a.pdf', 1)]);
    expect(await uploads.start()).toEqual({ saved: 0, kept: 0, failed: 1 });
    expect(states()).toEqual(['a.pdf failed']);
    expect(uploads.view().uploads[0]).toMatchObject({
      open: undefined,
      state: { problem: { message: 'error.file.contentDiffers' }, isRefused: true },
    });
    expect(calls).toContain('remove file-1');
    expect(await uploads.start()).toEqual({ saved: 1, kept: 0, failed: 0 });
    expect([...files.values()].map(({ active }) => active)).toEqual([true]);
  });

  it('get another key when their type or note is changed after a failure: the server may know the first key', async () => {
    const { uploads } = setUp({ fates: ['down', 'down', 'down'] });
    uploads.choose([fileOf('a.pdf', 1)]);
    await uploads.start();
    uploads.change('key-1', { note: 'another' });
    expect(uploads.view().uploads[0]).toMatchObject({ key: 'key-2', note: 'another' });
  });

  it('stop when they are removed, and the received parts are deleted', async () => {
    const { uploads, service, states, files, kept } = setUp();
    const { sendPart } = service;
    uploads.choose([fileOf('a.pdf', 12), fileOf('b.pdf', 1)]);
    service.sendPart = async (part, on) => {
      if (part.n === 2) uploads.remove('key-1');
      await sendPart(part, on);
    };
    expect(await uploads.start()).toEqual({ saved: 1, kept: 0, failed: 0 });
    expect(states()).toEqual(['b.pdf saved']);
    expect([...files.values()].map(({ name }) => name)).toEqual(['b.pdf']);
    expect(kept.all.size).toBe(0);
  });

  it('that were stopped while their record was created leave no record behind', async () => {
    const { uploads, service, files } = setUp();
    const { insert } = service;
    uploads.choose([fileOf('a.pdf', 1)]);
    service.insert = async (file) => {
      const open = await insert(file);
      uploads.removeAll();
      return open;
    };
    expect(await uploads.start()).toEqual({ saved: 0, kept: 0, failed: 0 });
    await Promise.resolve();
    expect(files.size).toBe(0);
  });

  it('are kept at the server when the page is left, to continue later', async () => {
    const { uploads, service, files, kept } = setUp();
    const { sendPart } = service;
    uploads.choose([fileOf('a.pdf', 12, 77), fileOf('b.pdf', 1)]);
    service.sendPart = async (part, on) => {
      if (part.n === 3) uploads.leave();
      await sendPart(part, on);
    };
    await uploads.start();
    // A waiting file does not start either.
    expect([...files.keys()]).toEqual(['file-1']);
    expect(files.get('file-1')?.active).toBe(false);
    expect(kept.all).toEqual(new Map([['file-1', 77]]));
  });
});

describe('an unfinished upload', () => {
  const open = { fileId: 'file-1', partSize: 4, arrived: 2 };
  const unfinished = [{ name: 'a.pdf', size: 12, open }];

  it('continues with the received parts when the same file is chosen again', async () => {
    const { uploads, calls, kept, files } = setUp({ unfinished });
    files.set('file-1', { name: 'a.pdf', size: 12, parts: new Map(), active: false });
    kept.all.set('file-1', 77);
    uploads.choose([fileOf('a.pdf', 12, 77)]);
    expect(uploads.view().uploads[0]).toMatchObject({ open });
    await uploads.start();
    expect(calls).toEqual(['part 3', 'activate']);
  });

  it.each([
    ['was changed meanwhile', fileOf('a.pdf', 12, 78)],
    ['has another size', fileOf('a.pdf', 13, 77)],
    ['has another name', fileOf('b.pdf', 12, 77)],
  ])('starts again if the file %s: two files are never mixed into one', async (_, file) => {
    const { uploads, calls, kept } = setUp({ unfinished });
    kept.all.set('file-1', 77);
    uploads.choose([file]);
    expect(uploads.view().uploads[0]).toMatchObject({ open: undefined });
    await uploads.start();
    expect(calls[0]).toBe(`insert ${file.name}`);
  });

  it('starts again if this browser does not know whether it is the same file', () => {
    const { uploads } = setUp({ unfinished });
    uploads.choose([fileOf('a.pdf', 12, 77)]);
    expect(uploads.view().uploads[0]).toMatchObject({ open: undefined });
  });
});
