import type { PlainTextKey } from '../../../../../domain/i18n/texts.ts';
import { greetingName } from '../../../../../domain/names.ts';
import { standingOf } from '../../../../../domain/plan/emergency/standing.ts';
import type { Read } from '../../../../api/use-read.ts';
import { useShortDate } from '../../../../app/dates.ts';
import { useText } from '../../../../app/texts.tsx';
import type { ActivePlan } from '../../../../plan-view/active-plan.ts';
import { usePlanWording } from '../../../../plan-view/plan-wording.ts';
import { Icon } from '../../../../ui/drawings/icon.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { Note } from '../../../acp/api.ts';
import type { Customer, CustomerPlan } from '../customer-api.ts';
import css from '../customer-page.module.css';
import first from './first-view.module.css';
import { Callers } from './callers.tsx';
import { Part } from '../parts/part.tsx';
import { planFacts } from './plan-facts.ts';

type PlanSaysProps = { customer: Customer; opened: Read<ActivePlan> };

/** Answers that the first view contains before the decision makers; the others come after them. */
const firstFacts: readonly string[] = [
  'cprStopBreathing',
  'cprCatastrophic',
  'refused',
  'treatmentsSelected',
];

/** Shows the state of the plan, its answers about CPR and treatments, and the decision makers (N-05). */
export function PlanSays({ customer, opened }: PlanSaysProps) {
  const t = useText();
  const { plan } = customer;
  const plansFacts = plan?.status === 'complete' ? opened.data : undefined;
  return (
    <Part title={t('customer.plan.says')}>
      {plansFacts && (
        <p className={first.recorded} role="status">
          <Icon name="eye" small />
          <span>
            <OwnWords>
              {t('customer.recorded', { customer: greetingName(customer) || customer.name })}
            </OwnWords>
          </span>
        </p>
      )}
      <PlanLine customer={customer} plan={plan} />
      {hasDirectiveAlone(customer) && (
        <p>
          <b>
            <OwnWords>
              {t('customer.plan.directive', { customer: greetingName(customer) || customer.name })}
            </OwnWords>
          </b>
        </p>
      )}
      {plan?.status === 'complete' && !plansFacts && <Loaded read={opened}>{() => null}</Loaded>}
      <dl className={`facts ${css.facts} ${first.facts}`}>
        {plansFacts && <Facts plan={plansFacts} which="first" />}
        <Callers customer={customer} />
        {plansFacts && <Facts plan={plansFacts} which="others" />}
      </dl>
      <LastChange plan={plan} />
    </Part>
  );
}

/** Whether nothing is signed here, and a directive that the customer added is among the papers. */
function hasDirectiveAlone({ plan, files, end_of_life_documents }: Customer): boolean {
  const ofStaff = new Set(end_of_life_documents.map(({ file }) => file.id));
  const isOwn = files.some(({ id, category }) => category === 'ACP' && !ofStaff.has(id));
  return standingOf(plan && { status: plan.status, external: plan.external }, isOwn) === 'directive';
}

/** Version of the plan, anything that prevents its use or changes, and the person who changed it last. */
function PlanLine({ customer, plan }: { customer: Customer; plan: CustomerPlan | null }) {
  const t = useText();
  const shortDate = useShortDate();
  if (plan === null || plan.state === 'none')
    return (
      <p>
        <b>{t('customer.plan.none')}</b>
      </p>
    );
  const { status, external, locked, locked_at, signed_at, changed_at } = plan;
  const isSigned = status === 'complete';
  return (
    <div className={css.plan}>
      {external && <p>{t(externalWords(customer, isSigned))}</p>}
      {isSigned && (
        <p className="num">
          {t(customer.is_duplicate ? 'customer.plan.ofArchived' : 'customer.plan.current', {
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

/** Who changed the plan last. */
function LastChange({ plan }: { plan: CustomerPlan | null }) {
  const t = useText();
  const shortDate = useShortDate();
  if (!plan || plan.changed_by === null) return null;
  return (
    <p className="quiet">
      <OwnWords>
        {t('customer.plan.changed', { date: shortDate(plan.changed_at), actor: plan.changed_by })}
      </OwnWords>
    </p>
  );
}

function Facts({ plan, which }: { plan: ActivePlan; which: 'first' | 'others' }) {
  const facts = planFacts(plan, usePlanWording(plan));
  return facts
    .filter(({ key }) => firstFacts.includes(key) === (which === 'first'))
    .map(({ key, title, lines, note }) => (
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
    ));
}
