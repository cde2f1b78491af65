import type { TextKey } from '../i18n/texts.ts';
import { actions, can, kindOf, type Action } from './access.ts';
import type { PersonActor } from './actors.ts';
import type { Subject } from './subjects.ts';

const customer: PersonActor = {
  kind: 'person',
  userId: 'customer',
  role: 'user',
  providerId: null,
  flags: { can_manage_acp: false, can_manage_all: false, can_manage_user: false },
  actingStaffId: null,
  secondStepDue: false,
  consentDue: false,
};

/** Whether a customer may do something in their own account: by themselves, or with a staff member acting for them. */
function mayOnOwn(actor: PersonActor, action: Action): boolean {
  const kind = kindOf(action);
  const own = { ownerId: actor.userId, role: actor.role, providerId: '', providerPath: [] };
  const subject = kind === 'none' ? null : { kind, ...own };
  return can(actor, action, subject as Subject as never) === 'allow';
}

/** Actions that a customer may take and a staff member in the account may not, derived from the rules (D-14). */
export const refusedToStaffInside: ReadonlySet<Action> = new Set(
  actions.filter(
    (action) => mayOnOwn(customer, action) && !mayOnOwn({ ...customer, actingStaffId: 'staff' }, action),
  ),
);

/** Actions that a customer may take alone and may not take with a staff member beside them, derived from the rules (N-08). */
export const refusedTogether: ReadonlySet<Action> = new Set(
  actions.filter(
    (action) =>
      mayOnOwn(customer, action) &&
      !mayOnOwn({ ...customer, together: { staffId: 'staff', visitId: 'visit' } }, action),
  ),
);

/** Reasons why a staff member in a customer's account cannot take an action, shown beforehand on its pages (D-42). */
export const staffLimits = {
  'account.changePassword': 'lac.only.password',
  'account.secondStep': 'lac.only.secondStep',
  'account.sessions': 'lac.only.sessions',
  'account.consent': 'lac.only.consent',
  'account.export': 'lac.only.export',
  'account.delete': 'lac.only.delete',
  'account.readVisits': 'lac.only.visits',
  'account.conversations': 'lac.only.conversations',
  'picture.change': 'lac.only.picture',
  'plan.mail': 'lac.only.mailPlan',
  'plan.sign': 'lac.only.sign',
  'card.read': 'lac.only.card',
  'card.renew': 'lac.only.card',
  'healthLinks.read': 'lac.only.healthLinks',
  'healthLinks.change': 'lac.only.healthLinks',
  'guides.confirm': 'lac.only.guides',
  'contacts.change': 'lac.only.contacts',
  'contact.sharedWithMe': 'lac.only.sharedWithMe',
  'files.addDirective': 'lac.only.directive',
  'files.delete': 'lac.only.deleteFile',
  'billing.pay': 'lac.only.billing',
  'notifications.update': 'lac.only.notifications',
} as const satisfies Partial<Record<Action, TextKey>>;

/** A customer-only action. */
export type LimitedAction = keyof typeof staffLimits;
