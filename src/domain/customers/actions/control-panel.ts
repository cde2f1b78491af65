import type { PlainTextKey } from '../../i18n/texts.ts';
import { isOnlyPapers } from '../../plan/emergency/standing.ts';
import { customerActionsFor, type ActionFacts, type CustomerStaff } from './customer-actions.ts';

/** Items of the control panel on a customer's page (GAP-87), in order. */
export const controlItems = [
  'view',
  'pdf',
  'card',
  'upload',
  'lock',
  'unlock',
  'external',
  'externalUndo',
  'rollback',
  'designate',
  'login',
] as const;
export type ControlItem = (typeof controlItems)[number];

/** Reason why an item is disabled. */
export type ControlReason = Extract<
  PlainTextKey,
  | 'error.planAdmin.greyedDraft'
  | 'error.planAdmin.greyedLocked'
  | 'error.planAdmin.greyedRole'
  | 'error.planAdmin.rollbackNone'
  | 'error.customer.suspended'
  | 'error.customer.archived'
  | 'error.designate.not_allowed'
  | 'error.lac.noAddress'
  | 'customer.plan.external'
  | 'customer.external.needsFile'
>;

/** Facts of the customer and the plan that decide what is possible now. */
export type ControlFacts = ActionFacts & {
  plan: { status: 'draft' | 'complete'; locked: boolean; external: boolean };
  /** Number of earlier signed states that could be restored. */
  versions: number;
  /** Number of stored end-of-life documents. */
  documents: number;
};

export type ControlState = { item: ControlItem; reason: ControlReason | null };

/**
 * Returns the items of the control panel, each with the reason why it is unavailable now; null if it is available. Of lock and
 * unlock, and of marking as external and removing the mark, only the one that the plan's state allows is included.
 */
export function controlPanelFor(staff: CustomerStaff, facts: ControlFacts): ControlState[] {
  const { plan } = facts;
  const absent: ControlItem[] = [
    plan.locked ? 'lock' : 'unlock',
    plan.external ? 'external' : 'externalUndo',
  ];
  return controlItems
    .filter((item) => !absent.includes(item))
    .map((item) => ({ item, reason: reasonAgainst(item, staff, facts) }));
}

const reading: readonly ControlItem[] = ['view', 'pdf', 'card'];

function reasonAgainst(item: ControlItem, staff: CustomerStaff, facts: ControlFacts): ControlReason | null {
  if (!staff.isEditor && !reading.includes(item)) return 'error.planAdmin.greyedRole';
  const { plan, versions, documents, status } = facts;
  const isDraft = plan.status === 'draft' && !plan.external;
  switch (item) {
    case 'view':
    case 'pdf':
      if (isOnlyPapers(plan)) return 'customer.plan.external';
      return isDraft ? 'error.planAdmin.greyedDraft' : null;
    case 'lock':
      return isDraft ? 'error.planAdmin.greyedDraft' : null;
    case 'card':
    case 'unlock':
    case 'upload':
      return null;
    case 'external':
      if (plan.locked) return 'error.planAdmin.greyedLocked';
      return documents === 0 ? 'customer.external.needsFile' : null;
    case 'externalUndo':
      return plan.locked ? 'error.planAdmin.greyedLocked' : null;
    case 'rollback':
      if (isDraft) return 'error.planAdmin.greyedDraft';
      if (plan.locked) return 'error.planAdmin.greyedLocked';
      if (isOnlyPapers(plan)) return 'customer.plan.external';
      return versions === 0 ? 'error.planAdmin.rollbackNone' : null;
    case 'designate':
    case 'login': {
      if (status === 'suspended') return 'error.customer.suspended';
      if (status === 'archived') return 'error.customer.archived';
      if (item === 'login' && facts.placeholderEmail) return 'error.lac.noAddress';
      const offered = customerActionsFor(staff, facts);
      const isOffered =
        item === 'login'
          ? offered.includes('login')
          : (['addEmail', 'designateEmail', 'editEmail'] as const).some((each) => offered.includes(each));
      return isOffered ? null : 'error.designate.not_allowed';
    }
  }
}
