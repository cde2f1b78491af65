import type { FileCategory } from '../../../../domain/files/categories.ts';
import type { Role } from '../../../../domain/access/actors.ts';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import type { MenuViewer } from '../../../../domain/menu/viewer.ts';
import { placeOf } from '../../../../domain/menu/menu.ts';

/** Link of a notification. `under` is the parent, in the menu, of a page about one person. */
export type Way = {
  label: PlainTextKey;
  to: string;
  under?: string;
  search?: { import?: string; provider?: string; files?: FileCategory };
};

type About = { template: string; user_id: string | null; metadata?: unknown };

/** Returns the import that a notification is about, as a search parameter of the page with its result. */
function importIn(metadata: unknown): Pick<Way, 'search'> {
  const { import_id: id } = (metadata ?? {}) as { import_id?: unknown };
  return typeof id === 'string' ? { search: { import: id } } : {};
}

/** Returns the provider that a notification is about, as a search parameter of its page. */
function providerIn(metadata: unknown): Pick<Way, 'search'> {
  const { provider_id: id } = (metadata ?? {}) as { provider_id?: unknown };
  return typeof id === 'string' ? { search: { provider: id } } : {};
}

/** Whether the reader of a notification about a move belongs to the house that the customer left. */
const hasLeft = (metadata: unknown): boolean => (metadata as { left?: unknown } | null)?.left === true;

const privacyPage = '/settings/privacy';

/** Links of each template for the person that it is about (GAP-72). */
const ownLinks: Readonly<Record<string, readonly Way[]>> = {
  ACP_COMPLETED: [{ label: 'notification.ACP_COMPLETED.open', to: '/my-acp' }],
  ACP_UPDATED: [{ label: 'notification.ACP_UPDATED.open', to: '/my-acp' }],
  FILE_SET_ASIDE: [{ label: 'notification.FILE_SET_ASIDE.open', to: '/dashboard', search: { files: 'ACP' } }],
  FILE_USED_AGAIN: [
    { label: 'notification.FILE_USED_AGAIN.open', to: '/dashboard', search: { files: 'ACP' } },
  ],
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
  HEALTH_LINK_OPENED: [
    { label: 'notification.HEALTH_LINK_OPENED.open', to: privacyPage },
    { label: 'notification.HEALTH_LINK_OPENED.notExpected', to: '/my-acp' },
  ],
  HEALTH_LINK_CLOSED: [{ label: 'notification.HEALTH_LINK_CLOSED.open', to: '/my-acp' }],
  CONVERSATION_RECORDED: [{ label: 'notification.CONVERSATION_RECORDED.open', to: privacyPage }],
  CUSTOMER_REMOVED: [{ label: 'notification.CUSTOMER_REMOVED.openOwn', to: privacyPage }],
  LOGIN_AS_CUSTOMER: [{ label: 'notification.LOGIN_AS_CUSTOMER.open', to: privacyPage }],
};

/** Returns the pages of staff, each in the part of the site for the role. */
function staffLinks({ template, user_id, metadata }: About, role: Role): readonly Way[] {
  const area = role === 'provideradmin' || role === 'providerview' ? '/provider' : '/admin';
  const customers = `${area}/customers`;
  if (template.startsWith('CLINICAL_'))
    return [{ label: 'notification.CLINICAL.open', to: `${area}/integrations`, ...providerIn(metadata) }];
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
      // Staff of the house that the customer left can open no page about them.
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
    case 'CARE_SYNC_DONE':
      return [
        {
          label: 'notification.CARE_SYNC_DONE.open',
          to: `${area}/integrations`,
          ...providerIn(metadata),
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

/**
 * Returns the pages that a notification links to; a click on it opens the first one. Only pages that the reader has are included.
 */
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
