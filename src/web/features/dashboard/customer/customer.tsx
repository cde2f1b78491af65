import { useState } from 'react';
import { Allowed } from '../../../app/allowed.tsx';
import { isPlanComplete, type SessionUser } from '../../../app/person.ts';
import { SharedWithMe } from '../../contacts/api.ts';
import { useHasDirectiveCard } from '../../emergency-card/api.ts';
import { Sidebar } from '../sidebar.tsx';
import { ManageCard, ManageLater, ReflectCard, ShareCard, UploadCard } from './cards.tsx';
import css from '../dashboard.module.css';
import { useActivePlan, type ActivePlan } from '../../../plan-view/active-plan.ts';
import { Hero, type Glance } from './hero.tsx';
import { usePersonOnDashboard, type PersonFacts } from '../dashboard-api.ts';

/** The dashboard of a customer (DASH-04). */
export function CustomerDashboard({ user }: { user: SessionUser }) {
  const signed = user.acps.some(({ status }) => status === 'complete');
  const writing = !isPlanComplete(user) && user.acps.some(({ version }) => version > 0);
  const external = user.acps.some((plan) => plan.external);
  const facts = usePersonOnDashboard(user.id);
  const glance = useGlance(user, facts, signed, external);
  const read = useActivePlan(user.id);
  // The top grows when the plan arrives: what is below it would be pushed out of sight. It stays while the plan is read again.
  const [arrived, setArrived] = useState(false);
  if (!arrived && (read.data !== undefined || read.failed !== undefined)) setArrived(true);
  return (
    <>
      <Hero user={user} glance={glance} read={read} />
      {arrived && <BelowHero {...{ user, plan: read.data, facts, signed, writing, external, glance }} />}
    </>
  );
}

type BelowHeroProps = {
  user: SessionUser;
  plan: ActivePlan | undefined;
  facts: PersonFacts;
  signed: boolean;
  writing: boolean;
  external: boolean;
  glance: Glance;
};

/** The four areas, and the side. */
function BelowHero({ user, plan, facts, signed, writing, external, glance }: BelowHeroProps) {
  return (
    <>
      <Allowed to="contact.sharedWithMe">
        <SharedWithMe />
      </Allowed>
      {signed && user.acting ? (
        <div className={`two-col ${css.columns}`}>
          <div className="cards">
            <div>
              <ReflectCard plan={plan} writing={writing} />
              <ManageCard />
            </div>
            <div>
              <ShareCard user={user} facts={facts} external={external} />
              <UploadCard user={user} facts={facts} />
            </div>
          </div>
          <Sidebar />
        </div>
      ) : (
        <>
          <div className={css.quiet}>
            <ReflectCard plan={plan} writing={writing} quiet />
            {signed ? (
              <ManageCard quiet />
            ) : (
              <ManageLater has={external ? 'papers' : glance === 'directive' ? 'directive' : 'plan'} />
            )}
            <ShareCard user={user} facts={facts} external={external} quiet />
            <UploadCard user={user} facts={facts} quiet />
          </div>
          <Sidebar />
        </>
      )}
    </>
  );
}

/** Returns what the person's card opens. Staff in the account see neither the card nor who opened it. */
function useGlance(user: SessionUser, facts: PersonFacts, signed: boolean, external: boolean): Glance {
  // The number includes papers that staff added, which open no card of the person.
  const files = facts?.file_counts.ACP ?? 0;
  const ownCard = useHasDirectiveCard(files > 0 && !signed && !external && !user.acting);
  if (user.acting) return 'none';
  if (signed) return 'plan';
  return ownCard ? 'directive' : 'none';
}
