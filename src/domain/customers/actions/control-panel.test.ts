import { describe, expect, it } from 'vitest';
import { controlPanelFor, type ControlFacts } from './control-panel.ts';

const signed: ControlFacts = {
  status: 'active',
  placeholderEmail: false,
  designatedEmail: false,
  plan: { status: 'complete', locked: false, external: false },
  versions: 1,
  documents: 1,
};
const draft: ControlFacts = { ...signed, plan: { ...signed.plan, status: 'draft' } };
const locked: ControlFacts = { ...signed, plan: { ...signed.plan, locked: true } };
const papers: ControlFacts = { ...signed, plan: { ...draft.plan, external: true } };

/** Returns the disabled items of the panel with their reasons; the others are available. */
const panel = (facts: ControlFacts, isEditor = true) => {
  const items = controlPanelFor({ side: 'platform', isEditor }, facts);
  const greyed = items.filter(({ reason }) => reason !== null);
  return {
    items: items.map(({ item }) => item).join(' '),
    greyed: Object.fromEntries(greyed.map(({ item, reason }) => [item, String(reason)])),
  };
};

describe('the control panel of a customer [GAP-87]', () => {
  it('offers everything for a signed plan in force', () => {
    expect(panel(signed)).toEqual({
      items: 'view pdf card upload lock external rollback designate login',
      greyed: {},
    });
  });

  it('offers for a draft what needs no signed plan, including the emergency sheet [S-05]', () => {
    const why = 'error.planAdmin.greyedDraft';
    expect(panel(draft)).toEqual({
      items: 'view pdf card upload lock external rollback designate login',
      greyed: { view: why, pdf: why, lock: why, rollback: why },
    });
  });

  it('offers for a locked plan to read and to unlock it', () => {
    const why = 'error.planAdmin.greyedLocked';
    expect(panel(locked)).toEqual({
      items: 'view pdf card upload unlock external rollback designate login',
      greyed: { external: why, rollback: why },
    });
  });

  it('offers for a plan of papers its card, a lock, and to remove the mark unless it is locked', () => {
    const why = 'customer.plan.external';
    expect(panel(papers)).toEqual({
      items: 'view pdf card upload lock externalUndo rollback designate login',
      greyed: { view: why, pdf: why, rollback: why },
    });
    expect(panel({ ...papers, plan: { ...papers.plan, locked: true } })).toEqual({
      items: 'view pdf card upload unlock externalUndo rollback designate login',
      greyed: {
        view: why,
        pdf: why,
        externalUndo: 'error.planAdmin.greyedLocked',
        rollback: 'error.planAdmin.greyedLocked',
      },
    });
  });

  it('offers for a signed plan beside papers to read, to print and to restore an earlier state [S-04]', () => {
    expect(panel({ ...signed, plan: { ...signed.plan, external: true } })).toEqual({
      items: 'view pdf card upload lock externalUndo rollback designate login',
      greyed: {},
    });
  });

  it('names missing items: a paper for a plan of papers, an earlier state to restore', () => {
    expect(panel({ ...signed, documents: 0, versions: 0 }).greyed).toEqual({
      external: 'customer.external.needsFile',
      rollback: 'error.planAdmin.rollbackNone',
    });
  });

  it('offers only reading to staff who may not change customers', () => {
    const why = 'error.planAdmin.greyedRole';
    expect(panel(signed, false).greyed).toEqual({
      upload: why,
      lock: why,
      external: why,
      rollback: why,
      designate: why,
      login: why,
    });
    expect(panel(draft, false).greyed).toMatchObject({ view: 'error.planAdmin.greyedDraft' });
  });

  it('offers no address and no login if the account is closed', () => {
    for (const status of ['suspended', 'archived'] as const) {
      const why = `error.customer.${status}`;
      expect(panel({ ...signed, status }).greyed).toEqual({ designate: why, login: why });
    }
  });

  it('offers to set an address if there is a placeholder or none, or to change one that staff set [S-44]', () => {
    const designate = 'error.designate.not_allowed';
    expect(panel({ ...signed, placeholderEmail: true }).greyed).toEqual({ login: 'error.lac.noAddress' });
    expect(panel({ ...signed, status: 'invited' }).greyed).toEqual({ designate });
    expect(panel({ ...signed, status: 'invited', designatedEmail: true }).greyed).toEqual({});
  });
});
