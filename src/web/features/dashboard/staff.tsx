import { useState } from 'react';
import type { SessionUser } from '../../app/person.ts';
import { useText } from '../../app/texts.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { OwnWords } from '../plan/own-words.tsx';
import { Aside } from './aside.tsx';
import css from './dashboard.module.css';
import { greetingAt } from './plan-state.ts';

/** The dashboard of staff and administrators. */
export function StaffDashboard({ user }: { user: SessionUser }) {
  const t = useText();
  const [hour] = useState(() => new Date().getHours());
  const greeting = user.first_name
    ? t(greetingAt(hour), { firstName: user.first_name })
    : t('dash.provider.title');
  return (
    <>
      <div className={css.staffHello}>
        {user.provider && (
          <p className={css.state}>
            <OwnWords>{user.provider.name}</OwnWords>
          </p>
        )}
        <PageTitle browserTitle={t('dash.provider.title')}>{greeting}</PageTitle>
        <p className="lead">{t('dash.staff.lead')}</p>
      </div>
      <Aside />
    </>
  );
}
