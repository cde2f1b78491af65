import { Link, Navigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { longDate, melbourneDate } from '../../../../domain/fields.ts';
import { inVoice, presentPlan } from '../../../../domain/questionnaire/reading/present.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import { PdfButton, PdfProblem, usePdfDownload } from '../../../plan-view/pdf/download-pdf.tsx';
import { usePlanContacts } from '../../../plan-view/plan-contacts.ts';
import care from '../document/bar-above.module.css';
import { useDocumentWording } from '../document/document-wording.ts';
import { PlanDocument } from '../document/plan-document.tsx';
import { SignedPlan } from '../signed-plan.tsx';
import { useVersion, versionOf, type SignedVersion } from './use-version.ts';
import css from './versions.module.css';

/** A version of the plan that is no longer in force, as it was signed, with a notice at its top (D-41). */
export function Page() {
  return (
    <SignedPlan page={{ title: 'versions.old.title', onBehalfTitle: 'versions.old.title' }}>
      {(plan) => <Place active={plan} />}
    </SignedPlan>
  );
}

/** Redirects the number in force to the plan itself, and an unknown number to the list of versions. */
function Place({ active }: { active: ActivePlan }) {
  const { version: named } = useParams({ strict: false });
  const version = versionOf(named);
  if (version === active.plan_version) return <Navigate to="/care-plan" replace />;
  if (version === undefined || version > active.plan_version) return <Navigate to="/my-acp/edit" replace />;
  return <Reading active={active} version={version} />;
}

function Reading({ active, version }: { active: ActivePlan; version: number }) {
  const t = useText();
  const read = useVersion(active, version);
  return (
    <>
      {!read.data && <PageTitle>{t('versions.old.title')}</PageTitle>}
      <Loaded read={read}>
        {(found) => (found ? <OldVersion {...found} /> : <Navigate to="/my-acp/edit" replace />)}
      </Loaded>
    </>
  );
}

function OldVersion({ plan, replaced }: SignedVersion) {
  const wording = useDocumentWording(plan);
  const { t } = wording;
  const language = useLanguage();
  const pdf = usePdfDownload(plan.plan_version);
  const { data: contacts, failed } = usePlanContacts();
  const sections = useMemo(() => presentPlan(plan, wording), [plan, wording]);
  const { plan_version: version } = plan;
  const sentence = t('pdf.replaced', {
    version,
    date: longDate(melbourneDate(new Date(replaced.at)), language),
    newer: replaced.by,
  });
  return (
    <>
      <div className={care.top}>
        <Link to="/my-acp/edit" className={`mini ${care.back}`}>
          <span className={care.arrow}>
            <Icon name="chevron-right" small />
          </span>
          {inVoice(wording, 'versions.title', 'versions.titleOnBehalf')}
        </Link>
        <PdfButton {...pdf} />
      </div>
      <PdfProblem {...pdf} />
      <div className={css.old}>
        <Notice icon="alert">
          <b>{t('versions.old.title')}</b>
          <p>{sentence}</p>
          <p className={css.ways}>
            <LinkButton to="/care-plan">{t('versions.old.button')}</LinkButton>
            <LinkButton
              to="/my-acp/compare"
              search={{ from: String(version), to: String(replaced.by) }}
              variant="two"
            >
              {t('versions.row.compare', { version: replaced.by })}
            </LinkButton>
          </p>
          <p className="small">{t('versions.compare.contactsNote')}</p>
        </Notice>
      </div>
      <PlanDocument
        plan={plan}
        wording={wording}
        sections={sections}
        contacts={contacts}
        contactsFailed={failed !== undefined}
        replaced={sentence}
      />
    </>
  );
}
