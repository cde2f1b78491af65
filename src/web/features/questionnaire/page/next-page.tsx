import { useText } from '../../../app/texts.tsx';
import { Card } from '../../../ui/card.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sprig } from '../../../ui/drawings/sprig.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { QuestionFrame } from './question-frame.tsx';
import css from '../questionnaire.module.css';
import { useStepList } from '../../../plan-view/steps/use-step-list.ts';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

const places = [
  { id: 'card', to: '/my-acp' },
  { id: 'dashboard', to: '/dashboard' },
  { id: 'organ', to: '/my-health-record' },
] as const;

/** After signing: the card, the dashboard, and organ donation (QSTEP9B-01 to QSTEP9B-04). */
export function NextPage({ plan }: { plan: Plan }) {
  const said = useVoicedText();
  const t = useText();
  const steps = useStepList(plan, undefined);
  return (
    <QuestionFrame steps={steps}>
      <Sprig className={css.bloom} />
      <PageTitle>{t('step9b.title')}</PageTitle>
      <p className={`lead ${css.lead}`}>{said('step9b.hint')}</p>
      <div className={css.nextCards}>
        {places.map(({ id, to }) => (
          <Card key={id} title={t(`step9b.${id}.title`)} lead={said(`step9b.${id}.body`)}>
            <LinkButton to={to} variant="two">
              {said(`step9b.${id}.button`)}
            </LinkButton>
          </Card>
        ))}
      </div>
    </QuestionFrame>
  );
}
