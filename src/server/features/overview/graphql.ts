import { builder } from '../../graphql/builder.ts';
import { staffOverview } from './operations.ts';
import type { OverviewMonth } from './months.ts';
import type { StaffOverview } from './store.ts';

const OverviewMonthRef = builder.objectRef<OverviewMonth>('OverviewMonth').implement({
  description: 'Customers and complete plans at the end of a month; for the present month, as they are now.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'The first day of the month.' }),
    customers: t.exposeInt('customers'),
    complete: t.exposeInt('complete'),
  }),
});

const StaffOverviewRef = builder.objectRef<StaffOverview>('StaffOverview').implement({
  description: 'The figures of a staff dashboard, of the people whom the caller may see.',
  fields: (t) => ({
    customers: t.exposeInt('customers', { description: 'Accounts that are not archived.' }),
    completed: t.exposeInt('completed', { description: 'With an ACP file, as in the list of customers.' }),
    draft: t.exposeInt('draft', { description: 'Have begun a plan that is not complete.' }),
    invited: t.exposeInt('invited', { description: 'Have not accepted the invitation yet.' }),
    none: t.exposeInt('none', { description: 'Have not begun a plan.' }),
    lapsing: t.exposeInt('lapsing', { description: 'Invitations that are over within seven days.' }),
    recent: t.exposeInt('recent', { description: 'Came in the last seven days.' }),
    trials: t.exposeInt('trials', { description: 'Customers whose trial ends within seven days.' }),
    trial_days_left: t.exposeInt('trial_days_left', {
      nullable: true,
      description:
        "Of the caller's provider or the one above that decides; 0 when it is over, null without a trial.",
    }),
    details_missing: t.exposeBoolean('details_missing', {
      description: "The caller's own provider lacks what its page asks for.",
    }),
    providers: t.exposeInt('providers', { nullable: true, description: 'For those who run the platform.' }),
    registered: t.exposeInt('registered', {
      nullable: true,
      description:
        'Providers that accepted the invitation and have no customer yet; for those who run the platform.',
    }),
    months: t.expose('months', {
      type: [OverviewMonthRef],
      description: 'The last six months, for staff of a provider; empty for the platform.',
    }),
    provider_trials: t.exposeInt('provider_trials', {
      nullable: true,
      description: 'Providers whose trial ends within seven days; for those who run the platform.',
    }),
  }),
});

builder.queryFields((t) => ({
  staffOverview: t.field({
    type: StaffOverviewRef,
    resolve: (_, __, context) => staffOverview.call(context, {}),
  }),
}));
