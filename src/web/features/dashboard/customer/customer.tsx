import { Allowed } from '../../../app/allowed.tsx';
import { isPlanComplete, type SessionUser } from '../../../app/person.ts';
import { SharedWithMe } from '../../contacts/api.ts';
import { Sidebar } from '../sidebar.tsx';
import { ManageCard, ReflectCard, ShareCard, UploadCard } from './cards.tsx';
import css from '../dashboard.module.css';
import { Hero } from './hero.tsx';

/** The dashboard of a customer (DASH-04). */
export function CustomerDashboard({ user }: { user: SessionUser }) {
  const signed = user.acps.some(({ status }) => status === 'complete');
  const writing = !isPlanComplete(user) && user.acps.some(({ version }) => version > 0);
  return (
    <>
      <Hero user={user} />
      <Allowed to="contact.sharedWithMe">
        <SharedWithMe />
      </Allowed>
      <div className={`two-col ${css.columns}`}>
        <div className="cards">
          <div>
            <ReflectCard userId={user.id} writing={writing} />
            <ManageCard signed={signed} />
          </div>
          <div>
            <ShareCard user={user} external={user.acps.some((plan) => plan.external)} />
            <UploadCard user={user} />
          </div>
        </div>
        <Sidebar />
      </div>
    </>
  );
}
