import type { PlainTextKey } from '../../../../../domain/i18n/texts.ts';
import { greetingName } from '../../../../../domain/names.ts';
import type { Read } from '../../../../api/use-read.ts';
import { useShortDate } from '../../../../app/dates.ts';
import { telephoneHref } from '../../../../app/site.ts';
import { useText } from '../../../../app/texts.tsx';
import type { ActivePlan } from '../../../../plan-view/active-plan.ts';
import { usePlanWording } from '../../../../plan-view/plan-wording.ts';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { Note } from '../../../acp/api.ts';
import type { Customer, CustomerPlan } from '../customer-api.ts';
import css from '../customer-page.module.css';
import { Part } from './part.tsx';
import { personWords } from './person-words.ts';
import { planFacts } from './plan-facts.ts';

type PlanSaysProps = { customer: Customer; opened: Read<ActivePlan> };

/** Shows the state of the plan and, first, its answers about CPR and treatments. */
export function PlanSays({ customer, opened }: PlanSaysProps) {
  const t = useText();
  const { plan } = customer;
  const isSigned = plan?.status === 'complete';
  return (
    <Part title={t('customer.plan.says')}>
      <PlanLine customer={customer} plan={plan} />
      {isSigned && <Loaded read={opened}>{(read) => <Facts plan={read} customer={customer} />}</Loaded>}
    </Part>
  );
}

/** Version of the plan, anything that prevents its use or changes, and the person who changed it last. */
function PlanLine({ customer, plan }: { customer: Customer; plan: CustomerPlan | null }) {
  const t = useText();
  const shortDate = useShortDate();
  if (!plan) return <p>{t('customer.plan.none')}</p>;
  const { status, external, locked, locked_at, signed_at, changed_at, changed_by } = plan;
  const isSigned = status === 'complete';
  return (
    <div className={css.plan}>
      {external && <p>{t(externalWords(customer, isSigned))}</p>}
      {isSigned && (
        <p className="num">
          {t('customer.plan.current', {
            version: plan.plan_version,
            date: shortDate(signed_at ?? changed_at),
          })}
        </p>
      )}
      {!external && !isSigned && (
        <>
          <p>
            <b>{t('customer.plan.draft')}</b>
          </p>
          <p className="quiet num">
            {t('customer.plan.steps', { done: plan.steps_done, total: plan.steps_total })}
          </p>
        </>
      )}
      {changed_by !== null && (
        <p className="quiet">
          <OwnWords>
            {t('customer.plan.changed', { date: shortDate(changed_at), actor: changed_by })}
          </OwnWords>
        </p>
      )}
      {locked && locked_at !== null && (
        <p>
          <OwnWords>
            {t('customer.plan.locked', {
              date: shortDate(locked_at),
              actor: plan.locked_by ?? t('notification.part.someone'),
              customer: customer.name,
            })}
          </OwnWords>
        </p>
      )}
    </div>
  );
}

/** Returns the meaning of the external mark for a plan in its present state (D-60). */
function externalWords({ end_of_life_documents: papers }: Customer, isSigned: boolean): PlainTextKey {
  if (papers.length === 0) return 'customer.plan.externalNoPaper';
  return isSigned ? 'customer.plan.beside' : 'customer.plan.external';
}

function Facts({ plan, customer }: { plan: ActivePlan; customer: Customer }) {
  const wording = usePlanWording(plan);
  const { t } = wording;
  const speakers = customer.trusted_contacts.filter(
    ({ substitutedDecisionMaker }) => substitutedDecisionMaker,
  );
  return (
    <dl className={`facts ${css.facts}`}>
      {planFacts(plan, wording).map(({ key, title, lines, note }) => (
        <div key={key}>
          <dt>
            <OwnWords>{title}</OwnWords>
          </dt>
          <dd>
            {lines.map((line) => (
              <p key={line}>
                <OwnWords>{line}</OwnWords>
              </p>
            ))}
            {note !== undefined && <Note>{note}</Note>}
          </dd>
        </div>
      ))}
      <div>
        <dt>
          <OwnWords>
            {t('customer.plan.speaksFor', { customer: greetingName(customer) || customer.name })}
          </OwnWords>
        </dt>
        <dd>
          {speakers.length === 0 && <p>{t('customer.plan.noSpeaker')}</p>}
          {speakers.map((contact) => (
            <p key={contact.id} className={css.person}>
              <OwnWords>{personWords(contact, t)}</OwnWords>{' '}
              {contact.phone !== '' && <a href={telephoneHref(contact.phone)}>{contact.phone}</a>}
              {contact.status === 'pending' && <small>{t('customer.plan.notAgreed')}</small>}
            </p>
          ))}
        </dd>
      </div>
    </dl>
  );
}
