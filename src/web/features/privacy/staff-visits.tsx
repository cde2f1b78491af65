import type { ReactNode } from 'react';
import type { Translate } from '../../../domain/i18n/texts.ts';
import { melbourneDate, melbourneTime } from '../../../domain/fields.ts';
import { staffVisitList } from '../../../domain/lists/definitions/staff-visits.ts';
import { fieldNames } from '../../../domain/questionnaire/reading/field-names.ts';
import { voiceOf } from '../../../domain/questionnaire/reading/voice.ts';
import { useShortDate } from '../../app/dates.ts';
import type { SessionUser } from '../../app/person.ts';
import { site } from '../../app/site.ts';
import { useText, useTexts } from '../../app/texts.tsx';
import { Pager } from '../../lists/pager.tsx';
import { useList } from '../../lists/use-list.ts';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { useStaffVisits, type VisitPage } from './privacy-api.ts';
import css from './staff-visits.module.css';
import { visitTexts } from './visit-texts.ts';

/** Staff visits in the account: who, when and why, and the names of what they changed (R-52). */
export function StaffVisits({ user }: { user: SessionUser }) {
  const t = useText();
  const state = useList(staffVisitList);
  return (
    <Loaded read={useStaffVisits(state.request)}>
      {({ data, count, count_is_exact: isExact }) =>
        count === 0 ? (
          <p>{t('settings.privacy.visitsEmpty')}</p>
        ) : (
          <>
            <Visits user={user} visits={data} />
            <Pager state={state} total={{ count, isExact }} shown={data.length} />
          </>
        )
      }
    </Loaded>
  );
}

type Visit = VisitPage['data'][number];

function Visits({ user, visits }: { user: SessionUser; visits: readonly Visit[] }) {
  const t = useText();
  const ready = useTexts(visitTexts);
  if (!ready) return <Spinner />;
  return (
    <ol className={css.visits} aria-label={t('settings.privacy.visitsList')}>
      {visits.map((visit) => (
        <VisitItem key={visit.id} user={user} visit={visit} />
      ))}
    </ol>
  );
}

function VisitItem({ user, visit }: { user: SessionUser; visit: Visit }) {
  const t = useText();
  const name = { firstName: user.first_name ?? '', lastName: user.last_name ?? '' };
  const changed = fieldNames(visit.fields.split(' '), { t, voice: voiceOf(user, name, t) });
  return (
    <li>
      <p>
        <b>
          <OwnWords>
            {t(visit.together ? 'settings.privacy.visit.together' : 'settings.privacy.visit.who', {
              staff: visit.staff ?? t('notification.part.someone'),
              organisation: visit.organisation ?? site.companyName,
            })}
          </OwnWords>
        </b>
      </p>
      <p className="small">
        <time dateTime={visit.started_at}>
          <VisitTime visit={visit} />
        </time>
      </p>
      <dl>
        {visit.place !== null && (
          <Fact name={t('settings.privacy.visit.place')}>
            <OwnWords>{visit.place}</OwnWords>
          </Fact>
        )}
        <Fact name={t('settings.privacy.visit.why')}>
          <OwnWords>{visit.reason}</OwnWords>
        </Fact>
        {visit.signed_versions !== '' && (
          <Fact name={t('settings.privacy.visit.signed')}>{signedWords(visit, t)}</Fact>
        )}
        <div>
          <dt>{t('settings.privacy.visit.changed')}</dt>
          <dd>
            {changed.length === 0 ? (
              t('settings.privacy.visit.nothing')
            ) : (
              <ul>
                {changed.map((title) => (
                  <li key={title}>{title}</li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      </dl>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Returns the versions that the person signed during the visit, in words. */
const signedWords = ({ signed_versions }: Visit, t: Translate): string =>
  signed_versions
    .split(' ')
    .map((version) => t('settings.privacy.visit.version', { version }))
    .join(', ');

function VisitTime({ visit: { started_at, ended_at } }: { visit: Visit }) {
  const t = useText();
  const shortDate = useShortDate();
  const start = { date: shortDate(started_at), start: melbourneTime(new Date(started_at)) };
  if (ended_at === null) return t('settings.privacy.visit.whenNow', start);
  const sameDay = melbourneDate(new Date(started_at)) === melbourneDate(new Date(ended_at));
  const end = `${sameDay ? '' : `${shortDate(ended_at)}, `}${melbourneTime(new Date(ended_at))}`;
  return t('settings.privacy.visit.when', { ...start, end });
}
