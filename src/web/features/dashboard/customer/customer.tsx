import { Allowed } from '../../../app/allowed.tsx';
import { isPlanComplete, type SessionUser } from '../../../app/person.ts';
import { SharedWithMe } from '../../contacts/api.ts';
import { Sidebar } from '../sidebar.tsx';
import { ManageCard, ManageLater, ReflectCard, ShareCard, UploadCard } from './cards.tsx';
import css from '../dashboard.module.css';
import { Hero } from './hero.tsx';

/** The dashboard of a customer (DASH-04). */
export function CustomerDashboard({ user }: { user: SessionUser }) {
  const signed = user.acps.some(({ status }) => status === 'complete');
  const writing = !isPlanComplete(user) && user.acps.some(({ version }) => version > 0);
  const external = user.acps.some((plan) => plan.external);
  // Staff in the account see neither the card nor who opened the plan.
  const glance = signed && !user.acting;
  return (
    <>
      <Hero user={user} atAGlance={glance} />
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
            {signed ? <ManageCard quiet /> : <ManageLater />}
            <ShareCard user={user} external={external} quiet />
            <UploadCard user={user} quiet />
          </div>
          <Sidebar />
        </>
      )}
    </>
  );
}
