import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostOpen } from './tree-bounds.ts';
import { readTreeView, toggled, treeParameters, type TreeView } from './tree-view.ts';

const nothing: TreeView = { under: null, open: [], closed: [], archived: false };
const ids = fc.uniqueArray(fc.uuid(), { maxLength: mostOpen });
const someView: fc.Arbitrary<TreeView> = fc.record({
  under: fc.option(fc.uuid(), { nil: null }),
  open: fc.oneof(fc.constant('all' as const), ids),
  closed: ids,
  archived: fc.boolean(),
});

describe('the open part of the tree in the address of the page', () => {
  it('is read again as it was written [PROV-02]', () => {
    fc.assert(
      fc.property(someView, (view) => {
        expect(readTreeView(treeParameters(view))).toEqual(view);
      }),
    );
  });

  it('is empty if nothing is open, and ignores invalid values', () => {
    expect(Object.values(treeParameters(nothing)).filter((each) => each !== undefined)).toEqual([]);
    for (const text of ['', 'x', "'; drop table providers", '1234', '../..', 'ALL', 'a.b.c', '\u0000'])
      expect(readTreeView({ under: text, open: text, closed: text, archived: text })).toEqual(nothing);
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('under', 'open', 'closed', 'archived'), fc.anything()),
        (found) => {
          const view = readTreeView(found);
          expect(readTreeView(treeParameters(view))).toEqual(view);
        },
      ),
    );
  });

  it('never contains more than fifty ids: the first that was opened is closed again [R-02]', () => {
    let view = nothing;
    const many = fc.sample(fc.uuid(), { numRuns: mostOpen + 3, seed: 7 });
    for (const id of many) view = toggled(view, id, false);
    expect(view.open).toEqual(many.slice(-mostOpen));
    expect(readTreeView({ open: many.join('.') }).open).toHaveLength(mostOpen);
    let closing: TreeView = { ...nothing, open: 'all' };
    for (const id of many) closing = toggled(closing, id, true);
    expect(closing.closed).toEqual(many.slice(-mostOpen));
  });

  it('is the same again after one was opened and closed', () => {
    fc.assert(
      fc.property(someView, fc.uuid(), (view, id) => {
        fc.pre(view.open === 'all' || view.open.length < mostOpen);
        fc.pre(!view.closed.includes(id) && !(view.open !== 'all' && view.open.includes(id)));
        fc.pre(view.closed.length < mostOpen);
        const isOpen = view.open === 'all';
        expect(toggled(toggled(view, id, isOpen), id, !isOpen)).toEqual(view);
      }),
    );
  });

  it('closes providers that a search or opening all levels opened, and opens them again', () => {
    const [id] = fc.sample(fc.uuid(), 1) as [string];
    const all: TreeView = { ...nothing, open: 'all' };
    expect(toggled(all, id, true)).toEqual({ ...all, closed: [id] });
    expect(toggled(nothing, id, true)).toEqual({ ...nothing, closed: [id] });
    expect(toggled(toggled(all, id, true), id, false)).toEqual(all);
    // A provider that a search opened and the user closed is opened by removing it from the closed ones.
    expect(toggled({ ...nothing, closed: [id] }, id, false)).toEqual(nothing);
    // If all are open, no ids are listed.
    expect(toggled(all, id, false)).toEqual(all);
  });
});
