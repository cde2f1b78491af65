import type { Role } from '../../../../domain/access/actors.ts';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import type { MenuViewer } from '../../../../domain/menu/viewer.ts';
import { placeOf } from '../../../../domain/menu/menu.ts';

/** Where a notification leads. `under` is the page of the menu that a page about one person hangs under. */
export type Way = { label: PlainTextKey; to: string; under?: string; search?: { import?: string } };

type About = { template: string; user_id: string | null; metadata?: unknown };

/** The import that a notification is about, for the address of the page that shows its result. */
function importIn(metadata: unknown): Pick<Way, 'search'> {
  const { import_id: id } = (metadata ?? {}) as { import_id?: unknown };
  return typeof id === 'string' ? { search: { import: id } } : {};
}

/** Whether the reader of a notification about a move is of the house that the customer left. */
const hasLeft = (metadata: unknown): boolean => (metadata as { left?: unknown } | null)?.left === true;

const privacyPage = '/settings/privacy';

/** Where each template leads whom it is about (GAP-72). */
const ownLinks: Readonly<Record<string, readonly Way[]>> = {
  ACP_COMPLETED: [{ label: 'notification.ACP_COMPLETED.open', to: '/my-acp' }],
  ACP_UPDATED: [{ label: 'notification.ACP_UPDATED.open', to: '/my-acp' }],
  PLAN_LOCKED: [{ label: 'notification.PLAN_LOCKED.open', to: '/my-acp' }],
  PLAN_UNLOCKED: [{ label: 'notification.PLAN_UNLOCKED.open', to: '/my-acp' }],
  PLAN_EXTERNAL: [{ label: 'notification.PLAN_EXTERNAL.open', to: '/my-acp' }],
  PLAN_NOT_EXTERNAL: [{ label: 'notification.PLAN_NOT_EXTERNAL.open', to: '/my-acp' }],
  PLAN_ROLLED_BACK: [{ label: 'notification.PLAN_ROLLED_BACK.open', to: '/my-acp' }],
  // While the plan is not signed, contacts are a step of the questions.
  CONTACT_SUGGESTED: [
    { label: 'notification.CONTACT_SUGGESTED.open', to: '/trusted-contacts' },
    { label: 'notification.CONTACT_SUGGESTED.open', to: '/questionnaire/step8', under: '/dashboard' },
  ],
  CONTACT_INVITATION_ACCEPTED: [
    { label: 'notification.CONTACT_INVITATION_ACCEPTED.open', to: '/trusted-contacts' },
  ],
  ACP_OPENED: [
    { label: 'notification.ACP_OPENED.open', to: privacyPage },
    { label: 'notification.ACP_OPENED.notExpected', to: '/my-acp' },
  ],
  PLAN_OPENED: [{ label: 'notification.PLAN_OPENED.open', to: privacyPage }],
  CUSTOMER_REMOVED: [{ label: 'notification.CUSTOMER_REMOVED.openOwn', to: privacyPage }],
  LOGIN_AS_CUSTOMER: [{ label: 'notification.LOGIN_AS_CUSTOMER.open', to: privacyPage }],
};

/** The pages of staff, each under the part of the site that is the role's. */
function staffLinks({ template, user_id, metadata }: About, role: Role): readonly Way[] {
  const area = role === 'provideradmin' || role === 'providerview' ? '/provider' : '/admin';
  const customers = `${area}/customers`;
  switch (template) {
    case 'ACP_SIGNUP':
    case 'ACP_COMPLETED':
    case 'ACP_UPDATED':
    case 'CUSTOMER_REMOVED':
    case 'CUSTOMER_TAKEN_BACK':
      return [
        {
          label: `notification.${template}.open`,
          to: user_id ? `${customers}/${user_id}` : customers,
          under: customers,
        },
      ];
    case 'CUSTOMER_MOVED':
      // Staff of the house that the customer left can open nothing.
      return hasLeft(metadata)
        ? []
        : [
            {
              label: 'notification.CUSTOMER_MOVED.open',
              to: user_id ? `${customers}/${user_id}` : customers,
              under: customers,
            },
          ];
    case 'CUSTOMER_IMPORT_SUCCESSFUL':
    case 'CUSTOMER_IMPORT_UNSUCCESSFUL':
      return [
        {
          label: `notification.${template}.open`,
          to: customers,
          ...importIn(metadata),
        },
      ];
    case 'NEW_USER':
    case 'USER_SIGNUP':
      return [{ label: `notification.${template}.open`, to: `${area}/users` }];
    case 'NEW_REGISTERED_PROVIDER':
      return [{ label: 'notification.NEW_REGISTERED_PROVIDER.open', to: '/admin/providers/registered' }];
    default:
      return [];
  }
}

/** The pages that a notification leads its reader to, the first one by a click on it: only those that the reader has. */
export function linksFrom(about: About, readerId: string, viewer: MenuViewer): Way[] {
  if (about.template === 'TEST') return [{ label: 'notification.TEST.open', to: '/dashboard' }];
  const ways =
    about.user_id === readerId && viewer.role === 'user'
      ? Object.hasOwn(ownLinks, about.template)
        ? (ownLinks[about.template] ?? [])
        : []
      : staffLinks(about, viewer.role);
  const open = ways.filter(({ to, under = to }) => placeOf(under, viewer).kind === 'page');
  return about.template === 'CONTACT_SUGGESTED' ? open.slice(0, 1) : open;
}
