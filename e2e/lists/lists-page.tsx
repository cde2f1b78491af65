import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { residents } from '../../src/domain/lists/list.fixture.ts';
import type { Page } from '../../src/domain/lists/page.ts';
import { argumentsOf } from '../../src/domain/lists/query.ts';
import { callRest } from '../../src/web/api/call.ts';
import { useCall } from '../../src/web/api/use-call.ts';
import { loadTexts } from '../../src/web/app/texts.tsx';
import { ListTable, type Column } from '../../src/web/lists/list-table.tsx';
import { ListView } from '../../src/web/lists/list-view.tsx';
import { useList } from '../../src/web/lists/use-list.ts';
import '../../src/web/ui/drawings/more-icons.ts';
import '../../src/web/ui/styles/index.css';
import type { Resident } from './residents.ts';

type ResidentColumn = Column<typeof residents, Resident>;

const columns: [ResidentColumn, ...ResidentColumn[]] = [
  { title: 'Name', sort: 'name', cell: ({ name }) => <b>{name}</b> },
  { title: 'Plan', cell: ({ plan }) => plan },
  { title: 'Room', cell: ({ room }) => room, numeric: true, wideOnly: true },
  { title: 'Invited', sort: 'created_at', cell: ({ day }) => day },
];

/** A page with a list that has every feature of lists. The tests serve its rows. */
function Residents() {
  const state = useList(residents);
  const asked = argumentsOf(residents, state.request);
  const read = useCall(JSON.stringify(asked), () => callRest<Page<Resident>>('/lists-trial/rows', asked));
  return (
    <main className="main">
      <h1>Residents</h1>
      <ListView
        state={state}
        read={read}
        filters={{
          search: { label: 'Search by name' },
          plan: { label: 'Plan', values: { complete: 'Complete', draft: 'Draft' } },
          invited: { label: 'Invited' },
        }}
        none={<p>No residents yet.</p>}
      >
        {(rows) => (
          <ListTable state={state} caption="Residents" rows={rows} keyOf={({ id }) => id} columns={columns} />
        )}
      </ListView>
    </main>
  );
}

const root = createRootRoute();
const route = createRoute({
  getParentRoute: () => root,
  path: '/lists-trial/residents',
  validateSearch: (search: Record<string, unknown>) => search,
  loader: () => loadTexts(['common', 'lists', 'errors']),
  component: Residents,
});

const router = createRouter({
  routeTree: root.addChildren([route]),
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
  },
});

createRoot(document.querySelector('#app')!).render(<RouterProvider router={router as never} />);
