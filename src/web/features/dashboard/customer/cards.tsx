import type { FileCategory } from '../../../../domain/files/categories.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { StaffLimit, useMay } from '../../../app/allowed.tsx';
import { useShortDate } from '../../../app/dates.ts';
import type { SessionUser } from '../../../app/person.ts';
import { site } from '../../../app/site.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Count, RowButton, RowLink, RowOff } from '../../../ui/row.tsx';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import { sentences } from '../../../plan-view/sentences.ts';
import { placeLink } from '../../../plan-view/steps/place-link.ts';
import css from '../dashboard.module.css';
import type { PersonFacts } from '../dashboard-api.ts';
import { asksForPlan } from './paywall.ts';
import { planState } from '../plan-state.ts';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

const CardDialog = lazy(() => import('./card-dialog.tsx'));
const ContactsPaywall = lazy(async () => ({
  default: (await import('../../billing/api.ts')).ContactsPaywall,
}));
const FilesDialog = lazy(async () => ({ default: (await import('../../files/api.ts')).FilesDialog }));

/** Whether an area has its heading and its actions only, below what is more important. */
type Look = { quiet?: boolean | undefined };

function Area({
  title,
  lead,
  quiet = false,
  children,
}: Look & { title: string; lead: string; children: ReactNode }) {
  return quiet ? (
    <Card title={title} className={css.area}>
      {children}
    </Card>
  ) : (
    <Card title={title} lead={lead}>
      {children}
    </Card>
  );
}

/** Reflect: link to the questions (DASH-10); to the next one, once the plan was started (D-36). */
export function ReflectCard({
  plan,
  writing,
  quiet,
}: { plan: ActivePlan | undefined; writing: boolean } & Look) {
  const said = useVoicedText();
  const t = useText();
  return (
    <Area title={t('dash.reflect.title')} lead={said('dash.reflect.body')} quiet={quiet}>
      {writing && plan ? (
        <RowLink {...placeLink(planState(plan, []).next)} icon="writing">
          {t('dash.reflect.buttonDraft')}
        </RowLink>
      ) : (
        <RowLink to="/questionnaire" icon="writing">
          {t(writing ? 'dash.reflect.buttonDraft' : 'dash.reflect.button')}
        </RowLink>
      )}
    </Area>
  );
}

/** Manage, before the plan is signed: what will be here. A directive has a card already, papers of staff alone have none. */
export function ManageLater({ has }: { has: 'plan' | 'directive' | 'papers' }) {
  const said = useVoicedText();
  return (
    <Card title={said('dash.manage.title')} className={css.area}>
      <p className="quiet">{said(manageLater[has])}</p>
    </Card>
  );
}

const manageLater = {
  plan: 'dash.manage.later',
  directive: 'dash.manage.planLater',
  papers: 'dash.manage.papers',
} as const;

/** Manage: the signed plan, the emergency card, and Edit, which is always disabled here (DASH-07 to DASH-09). */
export function ManageCard({ quiet }: Look) {
  const said = useVoicedText();
  const t = useText();
  const mayReadCard = useMay('card.read');
  const [open, setOpen] = useState(false);
  return (
    <Area title={t('dash.manage.title')} lead={said('dash.manage.body')} quiet={quiet}>
      <RowLink to="/care-plan" icon="file">
        {t('dash.manage.view')}
      </RowLink>
      {mayReadCard ? (
        <RowButton icon="qr" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('dash.manage.card')}
        </RowButton>
      ) : (
        <RowOff icon="qr" reason={<StaffLimit action="card.read" />}>
          {t('dash.manage.card')}
        </RowOff>
      )}
      <RowOff icon="pencil" reason={t('dash.manage.editNote')}>
        {t('dash.manage.edit')}
      </RowOff>
      {open && (
        <Suspense>
          <CardDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Area>
  );
}

type ShareCardProps = { user: SessionUser; facts: PersonFacts; external: boolean } & Look;

/**
 * Share: trusted contacts, and the national health record or the day of its confirmation (DASH-05, DASH-06, DASH-16). As in the
 * menu, a plan on papers has no guide to it (MENU-09).
 */
export function ShareCard({ user, facts, external, quiet }: ShareCardProps) {
  const said = useVoicedText();
  const t = useText();
  const shortDate = useShortDate();
  const confirmed = facts?.health_record_confirm_date;
  return (
    <Area title={t('dash.share.title')} lead={said('dash.share.body')} quiet={quiet}>
      <ContactsWay user={user} />
      {confirmed ? (
        <div className="said">
          <Icon name="circle-check" />
          <span>{t('dash.share.healthConfirmed', { date: shortDate(confirmed) })}</span>
        </div>
      ) : (
        !external && (
          <RowLink to="/my-health-record" icon="health">
            {t('dash.share.healthRecord')}
          </RowLink>
        )
      )}
    </Area>
  );
}

/** Link to the trusted contacts; with the paywall, to the payment plans that include them (DASH-15). */
function ContactsWay({ user }: { user: SessionUser }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  // The dialog stays until it has confirmed the payment.
  if (!open && !asksForPlan(user, site)) {
    return (
      <RowLink to="/trusted-contacts" icon="users">
        {t('dash.share.contacts')}
      </RowLink>
    );
  }
  return (
    <>
      <RowButton icon="users" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('dash.share.contacts')}
      </RowButton>
      {open && (
        <Suspense>
          <ContactsPaywall onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const uploads = [
  { category: 'ACP', label: 'dash.upload.acp', icon: 'certificate' },
  { category: 'ADDITIONAL_DOCUMENT', label: 'dash.upload.additional', icon: 'files' },
  { category: 'WISHES', label: 'dash.upload.wishes', icon: 'video' },
] as const;

/**
 * Upload: the three kinds of files with their numbers, each with a dialog to add and view files; and the site about planning
 * (DASH-11 to DASH-13). Mails and notifications link to a dialog by `files` in the address.
 */
export function UploadCard({ user, facts, quiet }: { user: SessionUser; facts: PersonFacts } & Look) {
  const t = useText();
  const language = useLanguage();
  const counts = facts?.file_counts;
  const [chosen, setOpen] = useState<FileCategory | null>(null);
  const { files } = useSearch({ strict: false });
  const navigate = useNavigate();
  const named = uploads.find(({ category }) => category === files)?.category ?? null;
  const open = chosen ?? named;
  const onClose = () => {
    setOpen(null);
    if (named !== null) void navigate({ to: '/dashboard', replace: true });
  };
  return (
    <Area title={t('dash.upload.title')} lead={t('dash.upload.body')} quiet={quiet}>
      {uploads.map(({ category, label, icon }) => {
        const count = counts?.[category];
        return (
          <RowButton
            key={category}
            icon={icon}
            aria-haspopup="dialog"
            end={count !== undefined && <Count value={count} words={t('dash.upload.count', { count })} />}
            onClick={() => setOpen(category)}
          >
            {t(label)}
          </RowButton>
        );
      })}
      <a className={css.outside} href={site.advanceCarePlanningUrl} target="_blank" rel="noreferrer">
        <span>{sentences(language, t('dash.upload.external'), t('common.newTab'))}</span>
        <Icon name="external" small />
      </a>
      {open && (
        <Suspense>
          <FilesDialog category={open} user={user} onClose={onClose} />
        </Suspense>
      )}
    </Area>
  );
}
