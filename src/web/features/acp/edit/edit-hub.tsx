import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { visibleSteps } from '../../../../domain/questionnaire/answering/completeness.ts';
import { stepOf } from '../../../../domain/questionnaire/definition.ts';
import { pageWords } from '../../../../domain/questionnaire/reading/page-words.ts';
import { useMay } from '../../../app/allowed.tsx';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Spinner } from '../../../ui/messages/spinner.tsx';
import { DoneBlossom } from '../../../ui/drawings/sprig.tsx';
import { editableSteps, editRefusal } from '../../../plan-view/steps/edit-mode.ts';
import { editedSteps, unsaved } from '../../../plan-view/unsaved/unsaved-answers.ts';
import type { Plan } from '../../../plan-view/plan.ts';
import { ReadingProvider, useReading } from '../../../plan-view/reading.tsx';
import { LockedNotice } from '../../../plan-view/steps/locked-notice.tsx';
import { usePlan } from '../../../plan-view/use-plan.ts';
import { audienceOf } from '../../../plan-view/steps/use-step-list.ts';
import { usePlanContacts } from '../../../plan-view/plan-contacts.ts';
import css from './edit.module.css';
import { shortAnswers } from './short-answers.ts';
import { Versions } from './versions.tsx';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

/** Page to change a signed plan: a summary and a link for each part (QEDIT-01, GAP-42). */
export function Page() {
  const user = useSession();
  return user ? <OfPerson userId={user.id} /> : <Spinner />;
}

function OfPerson({ userId }: { userId: string }) {
  const said = useVoicedText();
  const maySign = useMay('plan.sign');
  const read = usePlan(userId);
  if (read.data) {
    return (
      <ReadingProvider plan={read.data}>
        <Hub plan={read.data} refusal={editRefusal(read.data, maySign)} />
      </ReadingProvider>
    );
  }
  return (
    <>
      <div className="pagehead">
        <div>
          <PageTitle>{said('editHub.title')}</PageTitle>
          <p className="lead">{said('editHub.hint')}</p>
        </div>
      </div>
      <Loaded read={read}>{() => null}</Loaded>
    </>
  );
}

function Hub({ plan, refusal }: { plan: Plan; refusal: ReturnType<typeof editRefusal> }) {
  const said = useVoicedText();
  const { lost }: { lost?: unknown } = useSearch({ strict: false });
  return (
    <>
      <div className="pagehead">
        <div>
          <PageTitle>{said('editHub.title')}</PageTitle>
          {!refusal && <p className="lead">{said('editHub.hint')}</p>}
        </div>
      </div>
      {refusal ? (
        <Refused plan={plan} refusal={refusal} />
      ) : (
        <Waiting plan={plan} lost={lost !== undefined} />
      )}
      {refusal !== 'draft' && (
        <div className="two-col">
          <Parts plan={plan} editable={!refusal} />
          <aside className={css.aside}>
            <Versions plan={plan} />
            <div className={css.help}>
              <p>{said('editHub.why')}</p>
              <LinkButton to="/my-acp" variant="two">
                {said('versions.back')}
              </LinkButton>
            </div>
          </aside>
        </div>
      )}
    </>
  );
}

/** Why the plan cannot be changed here, and what the person can do instead. */
function Refused({ plan, refusal }: { plan: Plan; refusal: NonNullable<ReturnType<typeof editRefusal>> }) {
  const t = useText();
  if (refusal !== 'draft') return <LockedNotice plan={plan} />;
  return (
    <div className={css.notice}>
      <Notice>
        <p>{t('editHub.notComplete')}</p>
        <p className={css.way}>
          <LinkButton to="/questionnaire">{t('editHub.goOn')}</LinkButton>
        </p>
      </Notice>
    </div>
  );
}

/** Notice that an edit waits to be confirmed, or that an edit is lost. */
function Waiting({ plan, lost }: { plan: Plan; lost: boolean }) {
  const t = useText();
  const [[first]] = useState(() => editedSteps(unsaved, plan.user_id, plan.id));
  if (first) {
    return (
      <div className={css.notice}>
        <Notice icon="pencil">
          <b>{t('editStep.banner')}</b>
          <p>{t('editStep.bannerBody')}</p>
          <p className={css.way}>
            <LinkButton to="/questionnaire/$step" params={{ step: 'step9' }} search={{ editStep: first }}>
              {t('editStep.confirm.title')}
            </LinkButton>
          </p>
        </Notice>
      </div>
    );
  }
  return lost ? (
    <div className={css.notice}>
      <Notice icon="alert">{t('error.plan.editLost')}</Notice>
    </div>
  ) : null;
}

function Parts({ plan, editable }: { plan: Plan; editable: boolean }) {
  const visible = visibleSteps(audienceOf(plan));
  return (
    <ol className={css.parts}>
      {editableSteps
        .filter((step) => visible.includes(step))
        .map((step) => (
          <Part key={step} plan={plan} step={step} editable={editable} />
        ))}
    </ol>
  );
}

function Part({ plan, step, editable }: { plan: Plan; step: StepId; editable: boolean }) {
  const reading = useReading();
  const { t } = reading;
  const lines = useMemo(() => shortAnswers(step, plan, reading), [step, plan, reading]);
  const section = pageWords(reading, stepOf(step).name);
  return (
    <li className={step === 'step7' ? css.own : undefined}>
      <DoneBlossom />
      <div>
        <h2>{section}</h2>
        {step === 'step8' ? (
          <Contacts />
        ) : (
          lines.map((line) => (
            <p key={line} className={css.short}>
              {line}
            </p>
          ))
        )}
      </div>
      {editable && (
        <LinkButton
          to="/questionnaire/$step"
          params={{ step }}
          search={{ editStep: step }}
          variant="two"
          aria-label={t('editHub.edit', { section })}
        >
          {t('common.edit')}
        </LinkButton>
      )}
    </li>
  );
}

function Contacts() {
  const { t } = useReading();
  const { data: contacts } = usePlanContacts();
  if (!contacts) return null;
  const pending = contacts.filter(({ status }) => status === 'pending').length;
  return (
    <p className={css.short}>
      {contacts.length === 0
        ? t('review.contacts.none')
        : t('review.contacts.count', { accepted: contacts.length - pending, pending })}
    </p>
  );
}
