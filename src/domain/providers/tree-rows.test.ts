import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeRows, type TreeRow } from './tree-rows.ts';

type Node = { id: string; parent_id: string | null; sub_providers: number };

/** Returns providers by name with their children, in the order of the names. */
function forest(shape: Readonly<Record<string, string | null>>): Node[] {
  const names = Object.keys(shape).toSorted();
  return names.map((id) => ({
    id,
    parent_id: shape[id] ?? null,
    sub_providers: names.filter((each) => shape[each] === id).length,
  }));
}

const banksia = forest({
  Banksia: null,
  North: 'Banksia',
  Seagrass: 'North',
  East: 'Seagrass',
  West: 'Seagrass',
  Heath: 'North',
  South: 'Banksia',
  Ironbark: null,
});
const usual = {
  nodes: banksia,
  parent: null,
  view: { open: [] as string[], closed: [] as string[] },
  isSearch: false,
  offset: 0,
  count: 2,
};
const outline = (rows: readonly TreeRow<Node>[]) =>
  rows.map(
    ({ node, depth, isOpen }) =>
      `${'  '.repeat(depth - 1)}${isOpen === null ? '.' : isOpen ? '-' : '+'}${node.id}`,
  );

describe('the rows of the tree of providers', () => {
  it('show only the first level until a provider is opened [PROV-02, GAP-89]', () => {
    expect(outline(treeRows(usual))).toEqual(['+Banksia', '.Ironbark']);
  });

  it('show the children of open providers, each below its parent [PROV-01, PROV-02]', () => {
    const view = { open: ['Banksia', 'North', 'Seagrass'], closed: [] };
    const rows = treeRows({ ...usual, view });
    expect(outline(rows)).toEqual([
      '-Banksia',
      '  -North',
      '    .Heath',
      '    -Seagrass',
      '      .East',
      '      .West',
      '  .South',
      '.Ironbark',
    ]);
    expect(rows.map(({ place }) => `${place.position}/${place.of}`).join(' ')).toBe(
      '1/2 1/2 1/2 2/2 1/2 2/2 2/2 2/2',
    );
    expect(rows.find(({ node }) => node.id === 'West')?.lines).toEqual([true, false, false]);
    expect(rows.find(({ node }) => node.id === 'East')?.lines).toEqual([true, false, true]);
  });

  it('show nothing below an open provider under a closed one', () => {
    expect(outline(treeRows({ ...usual, view: { open: ['Seagrass'], closed: [] } }))).toEqual([
      '+Banksia',
      '.Ironbark',
    ]);
    expect(outline(treeRows({ ...usual, view: { open: 'all', closed: ['North'] } }))).toEqual([
      '-Banksia',
      '  +North',
      '  .South',
      '.Ironbark',
    ]);
  });

  it('open the path to the matches of a search, which can be closed again [PROV-06]', () => {
    const nodes = banksia.filter(({ id }) => ['Banksia', 'North', 'Seagrass', 'West'].includes(id));
    const found = { ...usual, nodes, isSearch: true, count: 1 };
    const rows = treeRows(found);
    expect(outline(rows)).toEqual(['-Banksia', '  -North', '    -Seagrass', '      .West']);
    expect(rows.map(({ place, ends }) => [place.of, ends])).toEqual(rows.map(() => [1, []]));
    expect(outline(treeRows({ ...found, view: { open: [], closed: ['North'] } }))).toEqual([
      '-Banksia',
      '  +North',
    ]);
  });

  it('begin with the provider whose branch is shown, which stays open [GAP-89]', () => {
    const parent = banksia.find(({ id }) => id === 'North')!;
    const nodes = banksia.filter(({ parent_id }) => parent_id === 'North');
    const rows = treeRows({ ...usual, parent, nodes, offset: 10, count: 12 });
    expect(outline(rows)).toEqual(['-North', '  .Heath', '  +Seagrass']);
    expect(rows.map(({ place, isFixed }) => [place.position, place.of, isFixed])).toEqual([
      [1, 1, true],
      [11, 12, false],
      [12, 12, false],
    ]);
  });

  it('include the number of children that do not fit', () => {
    const nodes = [
      { id: 'Banksia', parent_id: null, sub_providers: 120 },
      { id: 'North', parent_id: 'Banksia', sub_providers: 0 },
    ];
    const rows = treeRows({ ...usual, nodes, view: { open: ['Banksia'], closed: [] } });
    expect(rows.map(({ ends }) => ends)).toEqual([
      [],
      [{ node: nodes[0], depth: 1, hidden: 119, isEmpty: false }],
    ]);
    expect(rows[1]?.place).toEqual({ position: 1, of: 120 });
    const more = [...nodes, { id: 'South', parent_id: 'Banksia', sub_providers: 0 }];
    const ends = treeRows({ ...usual, nodes: more, view: { open: ['Banksia'], closed: [] } }).map((row) =>
      row.ends.map(({ hidden }) => hidden),
    );
    expect(ends).toEqual([[], [], [118]]);
  });

  it('open the matches below an opened provider as far as they were loaded, and say what else there is [PROV-06]', () => {
    const top = { id: 'Banksia', parent_id: null, sub_providers: 5 };
    const child = { id: 'North', parent_id: 'Banksia', sub_providers: 2 };
    const found = { ...usual, nodes: [top, child], isSearch: true, count: 1 };
    const hidden = (open: string[] | 'all') =>
      treeRows({ ...found, view: { open, closed: [] } }).flatMap(({ ends }) =>
        ends.map((end) => [end.node.id, end.depth, end.hidden, end.isEmpty]),
      );
    // Only the matches belong to a search, until their parent is opened.
    expect(hidden([])).toEqual([]);
    expect(hidden(['Banksia'])).toEqual([['Banksia', 1, 4, false]]);
    expect(hidden('all')).toEqual([
      ['North', 2, 2, true],
      ['Banksia', 1, 4, false],
    ]);
    expect(outline(treeRows(found))).toEqual(['-Banksia', '  +North']);
  });

  it('are counted from the first match in a search, and on from the previous page otherwise', () => {
    const places = (more: object) =>
      treeRows({ ...usual, ...more }).map(({ place }) => `${place.position}/${place.of}`);
    expect(places({ offset: 20, count: 40 })).toEqual(['21/40', '22/40']);
    // Meanwhile there are more than were counted.
    expect(places({ offset: 20, count: 3 })).toEqual(['21/22', '22/22']);
    expect(places({ offset: 20, count: 40, isSearch: true, nodes: [banksia[3]!] })).toEqual(['1/1']);
    expect(treeRows({ ...usual, nodes: [] })).toEqual([]);
  });

  it('continue a line if more rows are below, loaded or not', () => {
    const nodes = [
      { id: 'Banksia', parent_id: null, sub_providers: 3 },
      { id: 'North', parent_id: 'Banksia', sub_providers: 0 },
    ];
    const lines = (sub_providers: number) =>
      treeRows({
        ...usual,
        nodes: [{ ...nodes[0]!, sub_providers }, nodes[1]!],
        view: { open: ['Banksia'], closed: [] },
      }).map((row) => row.lines);
    expect(lines(3)).toEqual([[], [true]]);
    expect(lines(1)).toEqual([[], [false]]);
    // It was counted before it had a child.
    expect(lines(0)).toEqual([[], [false]]);
  });

  it('are at the top if their parents were not loaded', () => {
    const nodes = [{ id: 'Heath', parent_id: 'Unread', sub_providers: 0 }];
    expect(outline(treeRows({ ...usual, nodes }))).toEqual(['.Heath']);
  });

  it('of one branch leave out providers outside it, and say nothing about other pages [GAP-89]', () => {
    const parent = { id: 'North', parent_id: 'Banksia', sub_providers: 30 };
    const child = { id: 'Heath', parent_id: 'North', sub_providers: 0 };
    const stray = { id: 'Ironbark', parent_id: null, sub_providers: 0 };
    const branch = { ...usual, parent, offset: 0, count: 30 };
    const rows = treeRows({ ...branch, nodes: [parent, child, stray] });
    expect(outline(rows)).toEqual(['-North', '  .Heath']);
    expect(rows.map(({ ends, lines, place }) => [ends, lines, place.of])).toEqual([
      [[], [], 1],
      [[], [false], 30],
    ]);
    expect(outline(treeRows({ ...branch, nodes: [] }))).toEqual(['-North']);
    const alone = { ...parent, sub_providers: 0 };
    expect(outline(treeRows({ ...branch, parent: alone, nodes: [] }))).toEqual(['.North']);
    // It was counted before it had a child.
    expect(outline(treeRows({ ...branch, parent: alone, nodes: [child] }))).toEqual(['-North', '  .Heath']);
  });

  it('contain each provider once, directly below its open parents, whatever is open [PROV-01]', () => {
    const someForest = fc.array(fc.nat(), { minLength: 1, maxLength: 40 }).map((parents) =>
      forest(
        Object.fromEntries(
          parents.map((number, index) => {
            const parent = index === 0 ? 0 : number % (index + 1);
            return [`p${index}`, parent === index ? null : `p${parent}`];
          }),
        ),
      ),
    );
    fc.assert(
      fc.property(
        someForest,
        fc.array(fc.nat(39)),
        fc.array(fc.nat(39)),
        fc.boolean(),
        (nodes, open, closed, all) => {
          const view = {
            open: all ? ('all' as const) : open.map((n) => `p${n}`),
            closed: closed.map((n) => `p${n}`),
          };
          const rows = treeRows({ ...usual, nodes, view, count: nodes.length });
          const at = new Map(rows.map((row, index) => [row.node.id, { ...row, index }]));
          expect(at.size).toBe(rows.length);
          for (const { node, depth, place, lines } of rows) {
            const parent = node.parent_id === null ? null : at.get(node.parent_id);
            expect(depth).toBe(parent ? parent.depth + 1 : 1);
            expect(lines).toHaveLength(depth - 1);
            expect(place.position).toBeGreaterThanOrEqual(1);
            expect(place.position).toBeLessThanOrEqual(place.of);
            if (parent) expect([parent.isOpen, parent.index < at.get(node.id)!.index]).toEqual([true, true]);
          }
          const isShown = (node: Node): boolean => {
            const parent = nodes.find(({ id }) => id === node.parent_id);
            if (!parent) return true;
            const isOpen =
              !view.closed.includes(parent.id) && (view.open === 'all' || view.open.includes(parent.id));
            return isOpen && isShown(parent);
          };
          expect(rows.map(({ node }) => node.id).toSorted()).toEqual(
            nodes
              .filter(isShown)
              .map(({ id }) => id)
              .toSorted(),
          );
        },
      ),
    );
  });
});
