import { useState } from 'react';
import { Allowed } from '../../../app/allowed.tsx';
import { isPlanComplete, type SessionUser } from '../../../app/person.ts';
import { SharedWithMe } from '../../contacts/api.ts';
import { useHasDirectiveCard } from '../../emergency-card/api.ts';
import { Sidebar } from '../sidebar.tsx';
import { ManageCard, ManageLater, ReflectCard, ShareCard, UploadCard } from './cards.tsx';
import css from '../dashboard.module.css';
import { useActivePlan } from '../../../plan-view/active-plan.ts';
import { Hero, type Glance } from './hero.tsx';
import { usePersonOnDashboard } from '../dashboard-api.ts';

/** The dashboard of a customer (DASH-04). */
export function CustomerDashboard({ user }: { user: SessionUser }) {
  const signed = user.acps.some(({ status }) => status === 'complete');
  const writing = !isPlanComplete(user) && user.acps.some(({ version }) => version > 0);
  const external = user.acps.some((plan) => plan.external);
  const glance = useGlance(user, signed, external);
  const read = useActivePlan(user.id);
  // The top grows when the plan arrives: what is below it would be pushed out of sight. It stays while the plan is read again.
  const [arrived, setArrived] = useState(false);
  if (!arrived && (read.data !== undefined || read.failed !== undefined)) setArrived(true);
  return (
    <>
      <Hero user={user} glance={glance} read={read} />
      {arrived && <BelowHero {...{ user, signed, writing, external, glance }} />}
    </>
  );
}

type BelowHeroProps = {
  user: SessionUser;
  signed: boolean;
  writing: boolean;
  external: boolean;
  glance: Glance;
};

/** The four areas, and the side. */
function BelowHero({ user, signed, writing, external, glance }: BelowHeroProps) {
  return (
    <>
      <Allowed to="contact.sharedWithMe">
        <SharedWithMe />
      </Allowed>
      {signed && user.acting ? (
        <div className={`two-col ${css.columns}`}>
          <div className="cards">
            <div>
              <ReflectCard userId={user.id} writing={writing} />
              <ManageCard />
            </div>
            <div>
              <ShareCard user={user} external={external} />
              <UploadCard user={user} />
            </div>
          </div>
          <Sidebar />
        </div>
      ) : (
        <>
          <div className={css.quiet}>
            <ReflectCard userId={user.id} writing={writing} quiet />
            {signed ? (
              <ManageCard quiet />
            ) : (
              <ManageLater has={external ? 'papers' : glance === 'directive' ? 'directive' : 'plan'} />
            )}
            <ShareCard user={user} external={external} quiet />
            <UploadCard user={user} quiet />
          </div>
          <Sidebar />
        </>
      )}
    </>
  );
}

/** Returns what the person's card opens. Staff in the account see neither the card nor who opened it. */
function useGlance(user: SessionUser, signed: boolean, external: boolean): Glance {
  // The number includes papers that staff added, which open no card of the person.
  const files = usePersonOnDashboard(user.id)?.file_counts.ACP ?? 0;
  const ownCard = useHasDirectiveCard(files > 0 && !signed && !external && !user.acting);
  if (user.acting) return 'none';
  if (signed) return 'plan';
  return ownCard ? 'directive' : 'none';
}
